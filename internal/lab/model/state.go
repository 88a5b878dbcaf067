package model

// v4State is the IPv4 half of a server's database.
type v4State struct{}

// reset empties the server's database, as after the role was installed.
func (s *Server) reset() { s.v4 = v4State{} }
