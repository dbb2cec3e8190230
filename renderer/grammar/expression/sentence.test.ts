import { expect, it } from 'vitest';
import { sayCondition } from './sentence.ts';

it.each([
  ['data.book.late', 'data.book.late is true'],
  ['!data.book.late', 'data.book.late is not true'],
  ["data.book.state == 'lent'", 'data.book.state is "lent"'],
  ["!(data.book.state == 'lent')", 'data.book.state is not "lent"'],
  ["data.book.state in ['lent', 'lost', 'sold']", 'data.book.state is "lent", "lost" or "sold"'],
  ["!(data.book.state in ['lent'])", 'data.book.state is not "lent"'],
  ['data.book.state in data.states', 'data.book.state is in data.states'],
  ['size(data.books) > 0', 'the size of data.books is more than 0'],
  ['!(data.a <= 1)', 'data.a is more than 1'],
  ['has(data.book.note)', 'data.book.note is there'],
  ['!has(data.book.note)', 'data.book.note is not there'],
  ['data.a && (data.b || !data.c)', 'data.a is true and (data.b is true or data.c is not true)'],
  ['!(data.a && data.b)', 'data.a is not true or data.b is not true'],
  ['!(data.a || data.b) && data.c', 'data.a is not true and data.b is not true and data.c is true'],
  ['data.c && !(data.a && data.b)', 'data.c is true and (data.a is not true or data.b is not true)'],
  ['data.books.exists(b, b.late)', 'for some b of data.books: b.late is true'],
  ['!data.books.exists(b, b.late)', 'for every b of data.books: b.late is not true'],
  ['data.books.all(b, b.n > 2)', 'for every b of data.books: b.n is more than 2'],
  ['true', 'always'],
  ['!true', 'never'],
  ['data.a &&', 'data.a &&'],
])('%s', (source, said) => expect(sayCondition(source)).toBe(said));
