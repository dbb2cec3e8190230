import { describe, expect, it } from 'vitest';
import { placeFor } from '../insert/new-node.ts';
import { insertItem } from './edits.ts';
import { allItems, outlineOf } from './outline.ts';

const FILE = 'screens/shelf.screen.json';

const screenWith = (use: object) => ({ body: [{ type: 'part', part: 'card', id: 'one', ...use }] });

const linesOf = (document: object) =>
  [...allItems(outlineOf(FILE, document, () => ['extra', 'footer']))].map(({ type, name, pointer }) => [
    type,
    name,
    pointer,
  ]);

describe('the slots of a used part', () => {
  it('are in the outline, filled or not', () => {
    expect(linesOf(screenWith({ slots: { extra: [{ type: 'text', text: 'Mine' }] } }))).toEqual([
      ['body', '', '/body'],
      ['part', 'card', '/body/0'],
      ['slots', 'extra', '/body/0/slots/extra'],
      ['text', 'Mine', '/body/0/slots/extra/0'],
      ['slots', 'footer', '/body/0/slots/footer'],
    ]);
  });

  it('take a widget, also if they are empty', () => {
    const document = screenWith({});
    const { list, at } = placeFor(document, '/body/0/slots/footer');
    const edited = insertItem({ path: FILE, text: JSON.stringify(document) }, list, at, { type: 'text' });
    expect(edited.pointer).toBe('/body/0/slots/footer/0');
    expect(JSON.parse(edited.text)).toEqual(screenWith({ slots: { footer: [{ type: 'text' }] } }));
  });
});
