import type { CodeEntries } from './entry.ts';

/** Problems of the application and of screens as a whole. */
export const appCodes = {
  'screen/unknown': {
    severity: 'error',
    title: 'No screen has this name',
    why: 'The visitor would see a missing page.',
    bad: '{ "do": "go", "to": "shelfs" }',
    good: '{ "do": "go", "to": "shelf" }',
  },
  'screen/title-needs-data': {
    severity: 'error',
    title: 'The title cannot be computed without data',
    why: 'While data loads, and when it cannot be read, the screen still needs a name.',
    bad: '"title": "${data.shelf.name}"',
    good: '"title": { "choose": ["${data.shelf.name}", "Shelf"] }',
  },
  'app/unknown-language': {
    severity: 'error',
    title: 'The default language is not in the list',
    why: 'Nobody could select it, and the compiled screens would not contain its texts.',
    bad: '"languages": { "default": "en", "list": ["en-PH"] }',
    good: '"languages": { "default": "en-PH", "list": ["en-PH"] }',
  },
  'app/time-zone': {
    severity: 'error',
    title: 'A time zone does not exist',
    why: 'No page could tell when a day begins.',
    bad: '"timeZone": "Asia/Manilla"',
    good: '"timeZone": "Asia/Manila"',
  },
  'app/language-tag': {
    severity: 'error',
    title: 'A language is not a BCP 47 tag',
    why: 'Browsers refuse to write numbers and dates in it, so no page would open.',
    bad: '"list": ["en-Philippines"]',
    good: '"list": ["en-PH"]',
  },
  'app/language-code': {
    severity: 'warning',
    title: 'A language or country has a code that is not known',
    why: 'Numbers and dates have the format of another language, and screen readers read the texts in it. Some small languages are valid but have no known code.',
    bad: '"list": ["jp"]',
    good: '"list": ["ja"]',
  },
  'app/currency-sign': {
    severity: 'error',
    title: 'The sign of the currency is part of a number',
    why: 'Amounts would be misread.',
    bad: '"currency": { "sign": "1", "decimals": 2 }',
    good: '"currency": { "sign": "₱", "decimals": 2 }',
  },
  'app/host': {
    severity: 'error',
    title: 'A listed host is not a valid host of an address',
    why: 'It would never match an address, so the addresses that it is meant for would still be refused.',
    bad: '"leave": ["help.example:99999"]',
    good: '"leave": ["help.example"]',
  },
  'value/unknown-asset': {
    severity: 'error',
    title: 'No image has this name',
    why: 'Nothing would be rendered.',
    bad: '"src": "asset:hlep"',
    good: '"src": "asset:help"',
  },
  'limit/nodes': {
    severity: 'error',
    title: 'A screen has more nodes than the limit "nodes"',
    why: 'The page has the same limit, so that no definition can exhaust a phone.',
    bad: 'a screen of 2,001 nodes, parts counted as often as they are used',
    good: 'two screens',
  },
  'limit/expressions': {
    severity: 'error',
    title: 'A screen has more expressions than the limit "expressions"',
    why: 'The page has the same limit, so that no definition can exhaust a phone.',
    bad: 'a screen of 501 expressions',
    good: 'two screens',
  },
  'name/taken': {
    severity: 'error',
    title: 'A name is already in use',
    why: 'It would shadow a root of expressions, a function or another name in scope.',
    bad: '"as": "params"',
    good: '"as": "book"',
  },
} as const satisfies CodeEntries;
