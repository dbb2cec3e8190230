import type { CodeEntries } from './entry.ts';

/** Problems of texts that are not documents yet. */
export const parseCodes = {
  'parse/too-large': {
    severity: 'error',
    title: 'A file is larger than the limit "bytes"',
    why: 'Every reader refuses it before reading, so that no file can exhaust a phone.',
    bad: 'a screen of 300 KiB',
    good: 'two screens, or a part that both use',
  },
  'parse/too-deep': {
    severity: 'error',
    title: 'Lists and records nest deeper than the limit "depth"',
    why: 'Readers walk documents recursively; a bound keeps every one of them safe.',
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
    why: 'JSON keeps one of them silently, and readers differ in which.',
    bad: '{ "text": "Open", "text": "Close" }',
    good: '{ "text": "Open" }',
  },
  'parse/number-too-large': {
    severity: 'error',
    title: 'A number is beyond ±(2^53−1)',
    why: 'It would silently become another number.',
    bad: '{ "value": 9007199254740993 }',
    good: '{ "value": "9007199254740993" }',
  },
  'parse/forbidden-name': {
    severity: 'error',
    title: '__proto__, constructor and prototype are no names',
    why: 'They are dangerous in programs that read records without a check.',
    bad: '{ "state": { "constructor": { "type": "string" } } }',
    good: '{ "state": { "builder": { "type": "string" } } }',
  },
} as const satisfies CodeEntries;
