import type { CodeEntries } from './entry.ts';

/** Problems of widgets and overlays. */
export const nodeCodes = {
  'node/unknown': {
    severity: 'error',
    title: 'The target screen has no node with this id',
    why: 'There is nothing to scroll to.',
    bad: '{ "do": "go", "to": "shelf", "at": "fine" }',
    good: '{ "do": "go", "to": "shelf", "at": "fines" }',
  },
  'node/duplicate-id': {
    severity: 'error',
    title: 'An id occurs twice in a document',
    why: 'An id identifies one node, form or overlay.',
    bad: 'two nodes with "id": "books"',
    good: '"id": "books" and "id": "more-books"',
  },
  'overlay/unknown': {
    severity: 'error',
    title: 'No overlay has this name',
    why: 'Nothing could be opened.',
    bad: '{ "do": "open", "overlay": "aks" }',
    good: '{ "do": "open", "overlay": "ask" }',
  },
  'overlay/never-opened': {
    severity: 'warning',
    title: 'No action opens this overlay',
    why: 'Nobody will ever see it.',
    bad: '"overlays": { "ask": … } and no { "do": "open", "overlay": "ask" }',
    good: '{ "do": "open", "overlay": "ask" }',
  },
  'image/tapped-code': {
    severity: 'error',
    title: 'An image that renders a QR code has a "tap"',
    why: 'An image that can be tapped is a button with the image of `src`, so the QR code would not be rendered.',
    bad: '{ "type": "image", "encode": "8123A", "look": "qr", "alt": "Your card", "on": { "tap": […] } }',
    good: '{ "type": "image", "encode": "8123A", "look": "qr", "alt": "Your card" } and a button with the "tap"',
  },
  'table/cells': {
    severity: 'error',
    title: 'A table row has more or fewer cells than the table has columns',
    why: 'Its values would be under the wrong headings.',
    bad: '"columns": [{ "heading": "Book" }, { "heading": "Due" }], "rows": [{ "cells": ["Emma"] }]',
    good: '"columns": [{ "heading": "Book" }, { "heading": "Due" }], "rows": [{ "cells": ["Emma", "today"] }]',
  },
  'text/links': {
    severity: 'error',
    title: 'The links in a text do not match `links`',
    why: 'A link `[words](name)` runs the actions under its name in `links`. So each name is in `links`, and in the text once.',
    bad: '{ "type": "text", "text": "Read [our rules](rule).", "links": { "rules": { "do": "go", "to": "rules" } } }',
    good: '{ "type": "text", "text": "Read [our rules](rules).", "links": { "rules": { "do": "go", "to": "rules" } } }',
  },
  'each/no-name': {
    severity: 'error',
    title: '"each" has no "as"',
    why: 'Its items could not be read.',
    bad: '{ "each": "data.shelf.books" }',
    good: '{ "each": "data.shelf.books", "as": "book" }',
  },
  'each/no-list': {
    severity: 'error',
    title: '"as", "at" or "key" is used without "each"',
    why: 'They name the item and the index of a list, or identify its items, and there is no list.',
    bad: '{ "type": "text", "as": "book", "text": "…" }',
    good: '{ "type": "text", "each": "data.shelf.books", "as": "book", "text": "…" }',
  },
  'each/bad-key': {
    severity: 'error',
    title: 'A key is neither Text nor Integer',
    why: 'Keys identify the items of a list; other types cannot be keys.',
    bad: '{ "each": "data.shelf.books", "as": "book", "key": "book.late" }',
    good: '{ "each": "data.shelf.books", "as": "book", "key": "book.isbn" }',
  },
} as const satisfies CodeEntries;
