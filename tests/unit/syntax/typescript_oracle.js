// What TypeScript's own parser finds in JavaScript and TypeScript files, for language_oracle_test.cc: one line for each
// definition, PATH TAB LINE TAB NAME.
// Usage: node typescript_oracle.js TYPESCRIPT ROOT ENDING…
"use strict";
const fs = require("fs");
const path = require("path");
const [, , typescript, root, ...endings] = process.argv;
const ts = require(path.join(typescript, "lib/typescript.js"));
const K = ts.SyntaxKind;

function* files(folder) {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const full = path.join(folder, entry.name);
    if (entry.isDirectory()) yield* files(full);
    else if (endings.some((ending) => entry.name.endsWith(ending))) yield full;
  }
}

const isFunction = (node) => node && (node.kind === K.FunctionExpression || node.kind === K.ArrowFunction);

function report(file, source) {
  const emit = (name) => {
    const line = source.getLineAndCharacterOfPosition(name.getStart(source)).line + 1;
    process.stdout.write(`${path.relative(root, file)}\t${line}\t${name.text}\n`);
  };
  const simple = (name) => name && (ts.isIdentifier(name) || ts.isPrivateIdentifier(name) || ts.isStringLiteral(name));
  // Variables of a module are definitions, those of a function are not; imports by require are imports.
  const variable = (node, local) => {
    const call = node.initializer;
    const required = call && ts.isCallExpression(call) && call.expression.getText(source) === "require";
    if (ts.isIdentifier(node.name)) {
      const made = isFunction(call) || (call && ts.isClassExpression(call));
      if (!required && (made || !local)) emit(node.name);
    } else if (!local && !required) {
      for (const element of node.name.elements) {
        const plain = element.name && ts.isIdentifier(element.name) && !element.initializer && !element.dotDotDotToken;
        if (plain && !element.propertyName) emit(element.name);
      }
    }
  };
  const visit = (node, local) => {
    switch (node.kind) {
      case K.FunctionDeclaration:
      case K.ClassDeclaration:
      case K.ClassExpression:
      case K.InterfaceDeclaration:
      case K.TypeAliasDeclaration:
      case K.EnumDeclaration:
      case K.MethodDeclaration:
      case K.MethodSignature:
      case K.GetAccessor:
      case K.SetAccessor:
        if (simple(node.name)) emit(node.name);
        else if (node.name && node.name.expression && ts.isPropertyAccessExpression(node.name.expression)) {
          emit(node.name.expression.name); // [Symbol.iterator]
        }
        break;
      case K.ModuleDeclaration:
        if (ts.isStringLiteral(node.name)) emit(node.name);
        break;
      case K.EnumMember:
        if (node.name && ts.isIdentifier(node.name)) emit(node.name);
        break;
      case K.Constructor: {
        const at = node.getFullText(source).indexOf("constructor", node.getStart(source) - node.getFullStart());
        emit({ text: "constructor", getStart: () => node.getFullStart() + at });
        break;
      }
      case K.PropertyDeclaration:
      case K.PropertyAssignment:
        if (isFunction(node.initializer) && simple(node.name) && !ts.isStringLiteral(node.name)) emit(node.name);
        break;
      case K.VariableDeclaration:
        if (!ts.isCatchClause(node.parent) && !ts.isForOfStatement(node.parent.parent) && !ts.isForInStatement(node.parent.parent)) {
          variable(node, local);
        }
        break;
      case K.ExpressionStatement: {
        const assignment = node.expression;
        if (ts.isBinaryExpression(assignment) && assignment.operatorToken.kind === K.EqualsToken &&
            ts.isPropertyAccessExpression(assignment.left) && isFunction(assignment.right)) {
          emit(assignment.left.name);
        }
        break;
      }
    }
    const inside = local || ts.isFunctionLike(node) || node.kind === K.ClassStaticBlockDeclaration;
    ts.forEachChild(node, (child) => visit(child, inside));
  };
  visit(source, false);
}

for (const file of files(root)) {
  report(file, ts.createSourceFile(file, fs.readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true));
}
