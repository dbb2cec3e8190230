import type { CodeEntries } from './entry.ts';

/** Problems of parts, their slots and their uses. */
export const partCodes = {
  'part/unknown': {
    severity: 'error',
    title: 'No part has this name',
    why: 'Nothing would be rendered.',
    bad: '{ "type": "part", "part": "boks", "id": "books" }',
    good: '{ "type": "part", "part": "books", "id": "books" }',
  },
  'part/circular': {
    severity: 'error',
    title: 'A part uses itself',
    why: 'Its expansion would never end.',
    bad: 'a part "books" with { "type": "part", "part": "books" } inside',
    good: 'two parts',
  },
  'part/missing-parameter': {
    severity: 'error',
    title: 'A use of a part lacks a required parameter',
    why: 'The part reads it and relies on it.',
    bad: '{ "type": "part", "part": "book", "id": "first" }',
    good: '{ "type": "part", "part": "book", "id": "first", "with": { "book": "${data.book}" } }',
  },
  'part/unknown-parameter': {
    severity: 'error',
    title: 'A part has no parameter of this name',
    why: 'It would be ignored.',
    bad: '"with": { "bok": "${data.book}" }',
    good: '"with": { "book": "${data.book}" }',
  },
  'part/bar': {
    severity: 'error',
    title: 'A part with a `bar` is used outside the body of the screen, repeated, or under a condition',
    why: 'The widgets of the `bar` are added to the one bar of the screen and are always shown. So such a part is used once, directly in the body, without `each` and `visibleWhen`.',
    bad: '{ "type": "section", "body": [{ "type": "part", "part": "checkout", "id": "pay" }] }',
    good: '"body": [{ "type": "part", "part": "checkout", "id": "pay" }]',
  },
  'part/form': {
    severity: 'error',
    title: 'A part that declares `form` is used outside a form, repeated, or in a group or a list',
    why: 'The fields of the part become fields of the form around its use, each once. Without a form their values could not be sent.',
    bad: '"body": [{ "type": "part", "part": "address", "id": "home" }]',
    good: '{ "type": "form", "id": "signup", "body": [{ "type": "part", "part": "address", "id": "home" }] }',
  },
  'slot/unknown': {
    severity: 'error',
    title: 'A part has no slot of this name',
    why: 'The widgets in it would not be rendered.',
    bad: '{ "type": "part", "part": "card", "id": "first", "slots": { "fotter": [] } }',
    good: '{ "type": "part", "part": "card", "id": "first", "slots": { "footer": [] } }',
  },
  'slot/place': {
    severity: 'error',
    title: 'A slot is outside a part, is placed twice, or is repeated',
    why: 'A part places each of its slots once. Neither the slot nor the use that fills it is repeated, because the widgets in the slot have one value each.',
    bad: '{ "type": "section", "each": "params.books", "as": "book", "body": [{ "type": "slot", "slot": "footer" }] }',
    good: '{ "type": "section", "body": [{ "type": "slot", "slot": "footer" }] }',
  },
  'slot/not-placed': {
    severity: 'error',
    title: 'A slot is declared, but the part does not place it',
    why: 'The widgets that a use passes would not be rendered.',
    bad: '"slots": { "footer": {} }, "body": [{ "type": "text", "text": "Hello" }]',
    good: '"slots": { "footer": {} }, "body": [{ "type": "slot", "slot": "footer" }]',
  },
  'slot/field': {
    severity: 'error',
    title: 'A field is in a slot inside a form of the part',
    why: 'It would belong to the form of the part, and this document cannot read the fields of that form.',
    bad: '{ "type": "part", "part": "signup", "id": "new", "slots": { "extra": [{ "type": "check", "name": "news", "label": "News" }] } }',
    good: '{ "type": "check", "bind": "state.news", "label": "News" }',
  },
  'limit/parts': {
    severity: 'error',
    title: 'Parts exceed the limits "partText" and "partDepth"',
    why: 'Each use of a part is a copy of it, with the values of its parameters: a few small parts that use each other can exceed the memory of any phone and any compiler. The size is computed before anything is copied.',
    bad: 'a part that uses another twice, which uses another twice, and so on',
    good: 'one part with "each"',
  },
} as const satisfies CodeEntries;
