import { expect, it } from 'vitest';
import { library } from '#renderer/grammar/testing.ts';
import { setMember } from './edits.ts';
import { canBeEdited, documentOf, nodeOf } from './nodes.ts';
import { outlineOf } from './outline.ts';
import { openWorkspace } from './workspace.ts';

const FILE = 'screens/shelf.screen.json';
const PLACE = { file: FILE, pointer: '/body/0' };

function openShelf() {
  return openWorkspace({ base: library({ body: [{ type: 'text', id: 'words', text: 'Silence' }] }) });
}

it('reads the last readable version of a document while it does not parse, and forbids edits of it', () => {
  const workspace = openShelf();
  const text = workspace.snapshot().texts.get(FILE) ?? '';
  expect(canBeEdited(workspace.snapshot(), FILE)).toBe(true);
  const outline = outlineOf(FILE, documentOf(workspace.snapshot(), FILE));

  workspace.edit({ label: 'Half a word', changes: { [FILE]: text.replace('"Silence"', '"Sile') } });
  const half = workspace.snapshot();
  expect(outlineOf(FILE, documentOf(half, FILE))).toEqual(outline);
  expect(nodeOf(half, PLACE)?.values['text']).toBe('Silence');
  expect(canBeEdited(half, FILE)).toBe(false);

  workspace.edit({ label: 'The whole word', changes: { [FILE]: text.replace('"Silence"', '"Quiet"') } });
  const whole = workspace.snapshot();
  expect(nodeOf(whole, PLACE)?.values['text']).toBe('Quiet');
  expect(canBeEdited(whole, FILE)).toBe(true);
});

it('parses an edited document once, and unchanged documents not again', () => {
  const workspace = openShelf();
  const read = (path: string) => documentOf(workspace.snapshot(), path);
  const [app, shelf] = [read('screens/app.json'), read(FILE)];
  const source = { path: FILE, text: workspace.snapshot().texts.get(FILE) ?? '' };
  workspace.edit({
    label: 'Text',
    changes: { [FILE]: setMember(source, PLACE.pointer, 'text', 'Quiet').text },
  });
  expect(read('screens/app.json')).toBe(app);
  expect(read(FILE)).not.toBe(shelf);
  expect(read(FILE)).toBe(read(FILE));
});

it("replaces a value without reformatting, and adds new members in the schema's order", () => {
  const text = '{ "grammar": 2, "id": "shelf", // ours\n"body": [ {"text": "Silence", "type": "text"} ] }';
  const source = { path: FILE, text };
  expect(setMember(source, '/body/0', 'text', 'Quiet').text).toBe(text.replace('Silence', 'Quiet'));
  expect(setMember(source, '/body/0', 'role', 'title').text).toContain(
    '"type": "text",\n      "text": "Silence",\n      "role": "title"',
  );
});
