import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { screen } from '../grammar/validators.generated.js';
import '../rare-code.ts';
import { actions } from './index.ts';

/* Every action is known in the schema's `oneOf`, in the catalogue, in its folder and in its fixtures. */

const read = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));
const folders = (path: string) =>
  readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();

const schema = read('schemas/action.schema.json') as { oneOf: { $ref: string }[] };
const inSchema = schema.oneOf.map(({ $ref }) => basename($ref, '.schema.json')).sort();
/** Actions that a page runs: the compiler replaces the others. */
const inPage = inSchema.filter(
  (name) => !Object.hasOwn(read(`schemas/actions/${name}.schema.json`) as object, 'x-lowered'),
);

/** A screen with only this action. */
const around = (action: unknown) => ({
  $schema: '../schemas/screen.schema.json',
  grammar: 1,
  id: 'shelf',
  routes: ['/shelf'],
  title: 'Shelf',
  on: { enter: [action] },
  body: [],
});

describe('the same actions are known everywhere', () => {
  it('in the schema, with one file for each action', () => {
    const files = readdirSync('schemas/actions').map((file) => basename(file, '.schema.json'));
    expect(inSchema).toEqual(files.sort());
  });
  it('in the catalogue', () => expect(Object.keys(actions).sort()).toEqual(inPage));
  it('in folders', () => expect(folders('renderer/actions')).toEqual(inPage));
  it('in fixtures', () => expect(folders('fixtures/actions')).toEqual(inSchema));
});

describe.each(inPage)('%s', (name) => {
  const definition = actions[name as keyof typeof actions];
  const own = read(`schemas/actions/${name}.schema.json`) as {
    properties: { [property: string]: unknown };
    required: string[];
  };
  const fixtures = readdirSync(join('fixtures/actions', name));

  it('is named like its folder, its schema and its entry', () => {
    expect(definition.name).toBe(name);
    expect(own.properties['do']).toEqual({ const: name });
    expect(existsSync(join('renderer/actions', name, `${name}.test.ts`))).toBe(true);
  });

  it('has valid and invalid fixtures', () => {
    expect(fixtures.filter((file) => file.startsWith('valid')).length).toBeGreaterThan(0);
    expect(fixtures.filter((file) => file.startsWith('invalid')).length).toBeGreaterThan(0);
  });

  it('requires at run time the properties that its schema requires, and no others', () => {
    for (const property of definition.required ?? []) expect(own.required).toContain(property);
  });

  it('lists as raw only properties that its schema declares', () => {
    for (const property of definition.raw ?? []) expect(Object.keys(own.properties)).toContain(property);
  });

  for (const file of fixtures) {
    it(`${file}: the schema’s verdict matches the file name`, () => {
      const action = read(join('fixtures/actions', name, file)) as { do: string };
      expect(action.do).toBe(name);
      expect(screen(around(action))).toBe(file.startsWith('valid'));
    });
  }
});

it('the screen around the fixtures is valid, so that each verdict is about the action', () => {
  expect(screen(around({ do: 'back' }))).toBe(true);
});
