import type { CodeEntries } from './entry.ts';

/** Problems of texts that are not documents yet. */
export const parseCodes = {
  'parse/too-large': {
    severity: 'error',
    title: 'A file is larger than the limit "bytes"',
    why: 'The checker, the server and the page refuse it, so that no file can exhaust a phone.',
    bad: 'a screen of 300 KiB',
    good: 'two screens, or a part that both use',
  },
  'parse/too-deep': {
    severity: 'error',
    title: 'Lists and records nest deeper than the limit "depth"',
    why: 'Documents are processed recursively; the limit keeps the stack from overflowing.',
    bad: '[[[[ … 33 levels … ]]]]',
    good: 'a part for the inner nodes',
  },
  'parse/syntax': {
    severity: 'error',
    title: 'The text is not valid JSON',
    why: 'Only the first error is reported: after it the parser could only guess. Comments and a comma after the last item are allowed.',
    bad: '{ "id": "shelf" "body": [] }',
    good: '{ "id": "shelf", "body": [] }',
  },
  'parse/duplicate-key': {
    severity: 'error',
    title: 'A name occurs twice in one record',
    why: 'Parsers silently use one of the values, and not all use the same one.',
    bad: '{ "text": "Open", "text": "Close" }',
    good: '{ "text": "Open" }',
  },
  'parse/number-too-large': {
    severity: 'error',
    title: 'A number is beyond ±(2^53−1)',
    why: 'JavaScript would silently round it to another number.',
    bad: '{ "value": 9007199254740993 }',
    good: '{ "value": "9007199254740993" }',
  },
  'parse/forbidden-name': {
    severity: 'error',
    title: '__proto__, constructor and prototype are not allowed as names',
    why: 'In JavaScript they reach into the prototype of every object (prototype pollution).',
    bad: '{ "state": { "constructor": { "type": "string" } } }',
    good: '{ "state": { "builder": { "type": "string" } } }',
  },
} as const satisfies CodeEntries;
