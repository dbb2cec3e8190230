/* Expressions besides functions: the sections of docs/reference/functions.md, with examples that a test evaluates. */

interface Operator {
  readonly title: string;
  /** The names of the operators, as in rules X3 to X7 of SPEC.md. */
  readonly names: readonly string[];
  readonly meaning: string;
  /** The result with an absent operand. */
  readonly absent: string;
  /** Expressions on the data of fixtures/language/context.json. */
  readonly examples: readonly string[];
}

export const OPERATORS: readonly Operator[] = [
  {
    title: 'Members: .name and .?name',
    names: ['.', '.?'],
    meaning:
      '`a.b` reads the member `b` of the record or map `a`. `a.?b` reads a member that may be absent: end it with `.orValue(…)`, or let it be the whole value.',
    absent:
      'If `b` is absent, `a.b` and `a.?b` are absent. A condition cannot be absent: there, prove `a.b` with `has(a.b)` before it, or write `a.?b.orValue(…)`.',
    examples: [
      'data.book.title',
      "data.book.?subtitle.orValue('none')",
      'data.?visits.count.orValue(0)',
      'state.query',
    ],
  },
  {
    title: 'Items and keys: [?i]',
    names: ['[?…]'],
    meaning:
      '`list[?i]` reads the item at index `i` of a list, from 0. `map[?key]` reads the value at a key of a map. `list[i]` without `?` does not exist.',
    absent:
      'If there is no such item, the result is absent: end it with `.orValue(…)`, or let it be the whole value. A negative index finds nothing.',
    examples: [
      "data.book.tags[?1].orValue('none')",
      "data.book.tags[?7].orValue('none')",
      "data.book.readers[?0].name.orValue('nobody')",
      "data.book.notes[?'shelf'].orValue('none')",
      'data.book.tags[?7]',
    ],
  },
  {
    title: 'orValue',
    names: ['orValue'],
    meaning:
      '`optional.orValue(default)` is the value if there is one, otherwise the default. The default has the type of the value. It follows `.?`, `[?…]` or a function whose result may be absent.',
    absent:
      'The result is never absent. Every plain `.name` before the first `.?` or `[?…]` must be present.',
    examples: [
      "state.?query.orValue('all')",
      'daysUntil(data.book.added).orValue(0)',
      "data.book.?publisher.?city.orValue('none')",
      "data.book.title.orValue('none')",
    ],
  },
  {
    title: 'has',
    names: ['has'],
    meaning:
      '`has(a.b)` is whether `b` is there. It takes a path of plain dots and tests only its last member; the members before it must be present, or proven by a `has` before this one.',
    absent:
      'It is false, never absent. To the right of `has(p) &&`, and inside a widget whose `visibleWhen` is `has(p)`, `p` is proven.',
    examples: [
      'has(data.book.title)',
      'has(data.book.subtitle)',
      "has(state.query) && state.query == 'a'",
      'has(data.book.publisher) && has(data.book.publisher.city)',
      'has(data.book.publisher.city)',
    ],
  },
  {
    title: 'Not, and, or: ! && ||',
    names: ['!', '&&', '||'],
    meaning:
      '`!a`, `a && b` and `a || b` take Booleans. `!` comes first, then `&&`, then `||`; brackets change the order.',
    absent:
      'In a condition no operand may be absent: `has(p) && …` and `!has(p) || …` prove `p` for what follows. In a value that may be absent, the other operand decides if it can (`false && …`, `true || …`); otherwise the result is absent.',
    examples: [
      '!data.book.isLent && state.isOpen',
      '!state.isOpen || data.book.copies > 2',
      "!has(state.query) || state.query == 'a'",
      "state.query == 'a' || state.isOpen",
    ],
  },
  {
    title: 'Comparison: == != < <= > >=',
    names: ['==', '!=', '<', '<=', '>', '>='],
    meaning:
      '`==` and `!=` take two values of one type and compare records and lists by their content. `<`, `<=`, `>` and `>=` take two Numbers, two amounts (Money) or two Dates. An amount can also be compared with the literal `0`.',
    absent:
      'A comparison with something absent is absent, also with `!=`. A condition with it is refused: prove the operand with `has(…)`, or give it `.orValue(…)`.',
    examples: [
      "data.book.title == 'Emma'",
      'data.copy != data.copy',
      'data.book.copies <= 3',
      'data.book.price > 0',
      'data.book.added < data.book.added',
      "state.query != 'a'",
      "data.book.title < 'F'",
    ],
  },
  {
    title: 'in',
    names: ['in'],
    meaning:
      '`item in list` is whether an item of the list equals it. For a part of a text write `text.contains(…)`.',
    absent: 'If the item or the list is absent, the result is absent.',
    examples: [
      "data.book.status in ['in', 'out']",
      "'classic' in data.book.tags",
      'data.book.title in []',
      "state.query in ['a', 'b']",
      "'mm' in data.book.title",
    ],
  },
  {
    title: 'Arithmetic: + - *',
    names: ['+', '-', '*'],
    meaning:
      'For Numbers; two Integers make an Integer. An amount can be added to an amount, and multiplied by an Integer on its right. `-a` is the negative of a Number. Texts are not added: write a text with `${…}` in it.',
    absent: 'If an operand is absent, the result is absent.',
    examples: [
      'data.book.copies * 2 - 1',
      '-data.book.copies',
      'data.book.price * 2',
      'form.review.stars + 1',
      'form.review.?stars.orValue(3) + 1',
      "data.book.title + '!'",
    ],
  },
  {
    title: 'Division: /',
    names: ['/'],
    meaning:
      '`a / b` divides two Numbers or two amounts. The result is a Number, also of two Integers. To divide an amount by a Number, use `percent`, which names the rounding.',
    absent: 'If `b` is 0 the result is absent: end it with `.orValue(…)`, or let it be the whole value.',
    examples: [
      '(data.book.copies / 2).orValue(0)',
      'round((data.book.weight / 2).orValue(0))',
      'data.book.copies / 0',
      'data.book.price / 2',
    ],
  },
  {
    title: 'Lists: [a, b]',
    names: ['[…]'],
    meaning: '`[a, b]` is a list of values of one type.',
    absent: 'If an item is absent, the list is absent.',
    examples: ["['a', 'b']", 'size([1, 2, 3])', '[state.query]', "[1, 'a']"],
  },
  {
    title: 'filter',
    names: ['filter'],
    meaning:
      '`list.filter(name, condition)` is the list of the items for which the condition is true. `name` is a new name for the item and is known in the condition only.',
    absent:
      'If the list is absent, the result is absent. In the condition, what may be absent in an item has to be proven or ended by `.orValue(…)`.',
    examples: [
      "data.book.tags.filter(tag, tag != 'novel')",
      'size(data.book.readers.filter(reader, has(reader.since)))',
      'data.book.readers.filter(reader, reader.since == data.book.added)',
    ],
  },
  {
    title: 'One of two values: a ? b : c',
    names: ['?:'],
    meaning:
      '`condition ? a : b` is `a` if the condition is true, otherwise `b`. Both have the same type. Where `a` reads a value that may be absent, the condition can test it (`has(…)`); for `b` the negation counts. Since grammar 5. For texts for people write `choose`, because its texts are translated.',
    absent:
      'The condition cannot be absent. If the chosen value is absent, so is the result: the other value is never used in its place.',
    examples: [
      "state.isOpen ? 'open' : 'closed'",
      'has(data.book.subtitle) ? data.book.subtitle : data.book.title',
      'data.book.copies > 2 ? data.book.copies - 2 : 0',
    ],
  },
  {
    title: 'exists and all',
    names: ['exists', 'all'],
    meaning:
      '`list.exists(name, condition)` is whether the condition is true for one item at least, `list.all(name, condition)` whether it is true for every item. For an empty list `exists` is false and `all` is true.',
    absent: 'As for `filter`.',
    examples: [
      "data.book.readers.exists(reader, reader.name == 'Ben')",
      'data.book.readers.all(reader, has(reader.since))',
      '[].exists(one, one > 1)',
      '[].all(one, one > 1)',
    ],
  },
  {
    title: 'map and count',
    names: ['map', 'count'],
    meaning:
      '`list.map(name, value)` is a list with a value for each item, `list.count(name, condition)` the number of items for which the condition is true.',
    absent: 'As for `filter`. A value of `map` is never absent: an item is not left out.',
    examples: [
      'data.book.readers.map(reader, reader.name)',
      'data.book.readers.count(reader, has(reader.since))',
      'data.book.readers.map(reader, reader.since)',
    ],
  },
  {
    title: 'sum, min and max of a list',
    names: ['sum', 'min', 'max'],
    meaning:
      '`list.sum(name, value)` adds a Number or an amount of each item; `list.min(name, value)` and `list.max(name, value)` are the smallest and the largest. The sum of an empty list is 0.',
    absent: 'As for `filter`. `min` and `max` of an empty list are absent: end them with `.orValue(…)`.',
    examples: [
      '[1, 2, 3].sum(one, one * 2)',
      '[3, 1, 2].max(one, one).orValue(0)',
      'data.book.tags.min(tag, 1)',
      'data.book.readers.sum(reader, reader.name)',
    ],
  },
];

/** Operators of other languages, refused with an alternative. */
export const REFUSED: readonly string[] = [
  'data.book.tags[0]',
  'data.book.copies % 2',
  'state.query == null',
  'data.book.title == "Emma"',
  'state.isOpen and data.book.isLent',
  'not state.isOpen',
  'data.book.copies = 3',
];
