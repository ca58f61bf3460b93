package traffic_test

import (
	"strings"
	"testing"

	"rowkey/engine/datacentre"
	"rowkey/engine/sheet"
	"rowkey/engine/traffic"
)

// large is a design of six places with more partitions than a map tells apart, and one of a key by the hour, the
// minute and the minute after a word.
const large = `### Players
# @sheet players
# @entity player, 2 million
# @entity score, 1 million/day of player, kept 30d
# @attribute player.id, text 10, identity
# @attribute player.name, text 20, unique
# @attribute player.mail, text 20, unique
# @attribute player.phone, text 20, unique
# @attribute player.card, text 20, unique
# @attribute player.city, text 20, 200 values
# @attribute score.at, time, identity
# @ask id, 1/s, player by id
# @ask name, 1/s, player by name
# @ask mail, 1/s, player by mail
# @ask phone, 1/s, player by phone
# @ask card, 1/s, player by card
# @ask hour, 1/s, score by player, at one 1h
# @do join, insert player
# @do score, insert score

### Six places
# @keys {id} | player | Ids | of player
# @keys {name} | player | Names | of player
# @keys {mail} | player | Mails | of player
# @keys {phone} | player | Phones | of player
# @keys {card} | player | Cards | of player
# @keys {city} | {id} | Cities | of player
# @keys {player} | {at} | Scores | of score

### Hours
# @keys {id} | player | Ids | of player
# @keys {at:hour} | {player}_{at} | Scores | of score

### Minutes
# @keys {id} | player | Ids | of player
# @keys {at:minute} | {player}_{at} | Scores | of score

### Minutes after a word
# @keys {id} | player | Ids | of player
# @keys at_{at:minute} | {player}_{at} | Scores | of score
`

func loadOf(t *testing.T, design int) datacentre.Load {
	t.Helper()
	s, messages := sheet.Parse(large)
	if sheet.Failed(messages) {
		t.Fatal(messages)
	}
	parts, ok := traffic.Parts(s, design, 1)
	if !ok {
		t.Fatal("no load")
	}
	l := datacentre.DefaultLoad()
	l.Parts = parts
	return l
}

// The map of each design runs: places with more partitions than a load may have are thinned, and the report says of
// how many.
func TestThePartitionsOfADesignAreThinnedUntilTheyFit(t *testing.T) {
	t.Parallel()
	p, l := datacentre.Defaults(), loadOf(t, 0)
	l.Parts = append(l.Parts, datacentre.DefaultPart())
	if m := datacentre.Check(&p, &l); len(m) != 1 || m[0].Code != datacentre.TooMany {
		t.Fatalf("%+v", m)
	}
	l.Thin()
	if m := datacentre.Check(&p, &l); len(m) > 0 {
		t.Fatalf("%+v", m)
	}
	r := datacentre.New(p, l, datacentre.Options{}).Report()
	if r.Partitions > datacentre.MaxPartitions || r.Partitions < datacentre.MaxPartitions-10 ||
		r.Of != 6*2_000_000+200+100_000 {
		t.Errorf("%d partitions of %v", r.Partitions, r.Of)
	}
	for _, table := range r.Tables {
		if n := table.To - table.From; table.Table == "Main" && n != 100_000 || table.Table == "Cities" && n != 200 {
			t.Errorf("%s has %d partitions", table.Table, n)
		}
	}
	before := l.Parts[0].Partitions
	if l.Thin(); l.Parts[0].Partitions != before {
		t.Error("a load that fits is thinned")
	}
	l.Parts[len(l.Parts)-1].Period = 0
	l.Thin() // what is wrong is left to Check
}

// The map names no partition as one of the design that has no such key.
func TestKeysOfTheMapAreThoseOfTheDesignOrLookLikeNone(t *testing.T) {
	t.Parallel()
	for design, want := range map[int][2]string{
		1: {"2026112210 no. 000", "2026112210 no. "},
		2: {"2026", "202611221009"},
		3: {"at_2026", "at_202611221009"},
	} {
		p, l := datacentre.Defaults(), loadOf(t, design)
		for _, table := range datacentre.New(p, l, datacentre.Options{}).Report().Tables {
			low, high := table.Low, table.High
			if table.Table == "Scores" &&
				(!strings.HasPrefix(low, want[0]) || !strings.HasPrefix(high, want[1]) || len(low) != len(high) || low >= high) {
				t.Errorf("keys from %q to %q", low, high)
			}
		}
	}
}
