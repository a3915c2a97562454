// Package optional stands in for github.com/antihax/optional, which Debian does not have: the types that the client uses.
package optional

type held[T any] struct {
	isSet bool
	value T
}

type (
	Bool      = held[bool]
	Int32     = held[int32]
	Interface = held[interface{}]
	String    = held[string]
)

func NewInterface(value interface{}) Interface { return Interface{true, value} }
func (one held[T]) IsSet() bool                { return one.isSet }
func (one held[T]) Value() T                   { return one.value }
