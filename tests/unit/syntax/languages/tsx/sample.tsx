import React, { useState } from "react";
import { Button } from "./button";

interface Props {
  title: string;
}

/** A panel that opens and closes. */
export const Panel: React.FC<Props> = ({ title, children }) => {
  const [open, setOpen] = useState(false);
  const toggle = () => setOpen(!open);
  return (
    <section>
      <Button onClick={toggle}>{title}</Button>
      {open && children}
    </section>
  );
};

export default class Page extends React.Component<Props> {
  render() {
    return <Panel title={this.props.title} />;
  }
}
