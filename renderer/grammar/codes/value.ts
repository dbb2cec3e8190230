import type { CodeEntries } from './entry.ts';

/** Problems of texts and values that contain expressions. */
export const valueCodes = {
  'text/unclosed': {
    severity: 'error',
    title: '"${" has no "}"',
    why: 'The rest of the text would be taken for an expression. "$${" writes "${" itself.',
    bad: '"Due ${date(data.book.due)"',
    good: '"Due ${date(data.book.due)}"',
  },
  'text/not-computed': {
    severity: 'error',
    title: 'A constant contains "${"',
    why: 'Nothing computes a constant: the visitor would read the code.',
    bad: '{ "type": "text-field", "name": "reader", "label": "Reader", "initial": "${session.readerId}" }',
    good: '{ "type": "text-field", "name": "reader", "label": "Reader", "compute": "${session.readerId}" }',
  },
  'text/unformatted': {
    severity: 'error',
    title: 'A value is put into a text without saying how',
    why: 'An amount without its unit, or a date as machines write it, misleads.',
    bad: '"It costs ${data.book.price}"',
    good: '"It costs ${money(data.book.price)}"',
  },
  'value/type': {
    severity: 'error',
    title: 'A value has another type than its property',
    why: 'Nothing is converted silently.',
    bad: '{ "type": "amount", "value": "${data.book.copies}" }',
    good: '{ "type": "amount", "value": "${data.book.price}" }',
  },
  'value/absent': {
    severity: 'error',
    title: 'A required value may be absent',
    why: 'The property always needs one. Prove it with visibleWhen, or end a choose with a default.',
    bad: '{ "type": "text", "text": "${data.book.subtitle}" }',
    good: '{ "type": "text", "text": { "choose": ["${data.book.subtitle}", "No subtitle"] } }',
  },
  'value/unknown-word': {
    severity: 'error',
    title: 'A word is not in the list of the property',
    why: 'Tones and icons are closed lists: another word has no meaning.',
    bad: '{ "type": "text", "text": "Late", "tone": "loud" }',
    good: '{ "type": "text", "text": "Late", "tone": "warning" }',
  },
  'value/bad-address': {
    severity: 'error',
    title: 'A text is not a valid address',
    why: 'Nothing would be found there.',
    bad: '{ "type": "image", "src": "covers/1.png", "alt": "Cover" }',
    good: '{ "type": "image", "src": "asset:cover", "alt": "Cover" }',
  },
  'value/open-address': {
    severity: 'error',
    title: 'Data decides where an address leads',
    why: 'The literal beginning of an address must fix scheme and host, or the sender of the data decides them.',
    bad: '"https://${data.book.host}/"',
    good: '"https://catalogue.example/${data.book.isbn}"',
  },
  'value/bad-date': {
    severity: 'error',
    title: 'A text is not a valid date',
    why: 'It would be shown as it is written, and no day could be counted to it.',
    bad: '"24th of June"',
    good: '"2027-06-24"',
  },
  'value/unknown-member': {
    severity: 'error',
    title: 'The type has no member of this name',
    why: 'It would be lost.',
    bad: '{ "do": "set", "target": "state.choice", "value": { "isnb": "1" } }',
    good: '{ "do": "set", "target": "state.choice", "value": { "isbn": "1" } }',
  },
  'value/missing-member': {
    severity: 'error',
    title: 'A record leaves out a required member',
    why: 'Expressions that read the record rely on the member.',
    bad: '{ "do": "set", "target": "state.choice", "value": {} }',
    good: '{ "do": "set", "target": "state.choice", "value": { "isbn": "1" } }',
  },
  'value/never-chosen': {
    severity: 'warning',
    title: 'An entry of a choose comes after one that is always used',
    why: 'It is never shown.',
    bad: '{ "choose": ["Open", { "when": "data.book.isLent", "value": "Out" }] }',
    good: '{ "choose": [{ "when": "data.book.isLent", "value": "Out" }, "Open"] }',
  },
} as const satisfies CodeEntries;
