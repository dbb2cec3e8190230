import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { compileProject } from '#renderer/grammar/compile.ts';
import { GRAMMAR } from '#renderer/plan/grammar.ts';
import { readProjectFiles } from '#src/shared/project-files.ts';
import { insertItem } from '../model/edits.ts';
import { listKinds, placeFor, writeNode } from './new-node.ts';

const PATH = 'screens/bind-bank.screen.json';
const files = readProjectFiles('.');
/** In the newest grammar, so that each widget is offered. */
const text = readFileSync(PATH, 'utf8').replace(/"grammar": \d+/, `"grammar": ${GRAMMAR}`);
const document: unknown = JSON.parse(text);

it.each(listKinds(document, '/body').map(({ type }) => type))('compiles a new %s without errors', (type) => {
  const { list, at } = placeFor(document, '/body');
  const edited = insertItem({ path: PATH, text }, list, at, writeNode(type, document, 'help'));
  const { problems } = compileProject(
    files.map((file) => (file.path === PATH ? { ...file, text: edited.text } : file)),
  );
  expect(problems.filter(({ severity }) => severity === 'error').map(({ message }) => message)).toEqual([]);
});

it('offers inputs only inside a form, and inserts them into the selection or behind it', () => {
  const screen = { body: [{ type: 'form', id: 'f', body: [{ type: 'text-field', name: 'a', label: 'A' }] }] };
  const inputs = (pointer: string) => listKinds(screen, pointer).filter(({ isInput }) => isInput).length;
  expect(inputs('/body')).toBe(0);
  expect(inputs('/body/0/body/0')).toBeGreaterThan(5);
  expect(placeFor(screen, '/body/0')).toEqual({ list: '/body/0/body', at: 1 });
  expect(placeFor(screen, '/body/0/body/0')).toEqual({ list: '/body/0/body', at: 1 });
  expect(placeFor(screen, '')).toEqual({ list: '/body', at: 1 });
  expect(writeNode('text-field', { body: [{ name: 'field1' }] }, 'help')).toMatchObject({ name: 'field2' });
});

it('offers only widgets that the grammar of the document has', () => {
  const offered = (grammar: number) => {
    const screen = { grammar, body: [{ type: 'form', id: 'f', body: [] }] };
    return listKinds(screen, '/body/0').map(({ type }) => type);
  };
  expect(offered(2)).toContain('files');
  expect(offered(1)).not.toContain('files');
  expect(offered(1)).toContain('text-field');
});
