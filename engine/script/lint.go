package script

func (p *parser) lint() {}
