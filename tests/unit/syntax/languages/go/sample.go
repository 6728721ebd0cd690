// Package server serves.
package server

import (
	"context"
	"fmt"
	log "github.com/sirupsen/logrus"
	. "math"
	_ "net/http/pprof"
	"example.com/tools/v2"
)

// MaxRetries says how often.
const MaxRetries = 3

const (
	// StateIdle waits.
	StateIdle State = iota
	StateBusy
)

var defaultName, other = "x", 1

var (
	ErrClosed = fmt.Errorf("closed")
)

type State int

type Alias = State

// Server serves.
type Server struct {
	name  string
	state State
	*Base
}

type (
	// Handler handles.
	Handler interface {
		Handle(ctx context.Context, req *Request) (int, error)
		fmt.Stringer
	}
	Request struct{ id int }
)

type List[T any] struct{ items []T }

// New makes one.
//
// It never fails.
func New(name string) *Server {
	local := name
	return &Server{name: local}
}

func (s *Server) Serve(ctx context.Context) error {
	s.name = "b"
	s.start(ctx)
	go func(n int) {
		log.Println(n)
	}(1)
	handler := func() { s.stop() }
	handler()
	return nil
}

func (s Server) start(ctx context.Context) {
	tools.Run(New("a"))
	Sqrt(2)
}

func (*Server) stop() {}

func (l *List[T]) Push(item T) { l.items = append(l.items, item) }

func Map[T, U any](list []T, f func(T) U) []U {
	var out []U
	for _, item := range list {
		out = append(out, f(item))
	}
	return out
}

func init() {
	switch v := any(1).(type) {
	case int:
		fmt.Println(v, StateBusy, Request{id: 2})
	}
}

func init() {}
