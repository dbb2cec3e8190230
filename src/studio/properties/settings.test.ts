import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compileProject } from '#renderer/grammar/compile.ts';
import { isJson, type Json } from '#renderer/grammar/json.ts';
import { setAt } from '../model/edits.ts';
import { defineForm } from './definition.ts';
import { settingsOf } from './settings.ts';

const DOCUMENTS = [
  'screens/app.json',
  ...readdirSync('screens')
    .filter((name) => name.endsWith('.screen.json'))
    .map((name) => `screens/${name}`),
];

function read(file: string): Json {
  const document: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (!isJson(document)) throw new Error(`${file} is no record.`);
  return document;
}

function settings(file: string, document: Json) {
  const found = settingsOf(file, document);
  if (found === undefined) throw new Error(`${file} has no form.`);
  return { ...found, all: found.groups.flatMap(({ properties }) => properties) };
}

const app = (more: Json) => settings('screens/app.json', { name: 'Shelf', ...more });

describe('the form of a document', () => {
  it.each(DOCUMENTS)('compiles without errors: %s', (file) => {
    const { groups } = settings(file, read(file));
    const { problems, plans } = compileProject(defineForm(groups));
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(plans.has('properties')).toBe(true);
  });

  it.each(DOCUMENTS)('has no notation in the help for product staff: %s', (file) => {
    const { groups } = settings(file, read(file));
    const helps = groups.flatMap(({ title, properties }) =>
      title === 'For developers' ? [] : properties.map(({ help }) => help),
    );
    expect(helps.filter((help) => /[`{}]|\b(?:JSON|endpoint|grammar)\b/.test(help))).toEqual([]);
  });

  it('has fields for brand, phone, hosts and card types of app.json, and lists values without a field', () => {
    const { all, groups, lists, others } = settings('screens/app.json', read('screens/app.json'));
    const of = (name: string) => all.find((one) => one.name === name);
    expect(of('/brand/seed')).toMatchObject({ title: 'Seed', way: 'line' });
    expect(of('/hosts/leave')).toMatchObject({ way: 'lines' });
    expect(of('/config/service/phone/default')).toMatchObject({ title: 'Phone', way: 'line' });
    expect(of('/config/orderRating/score/default')?.shape.words).toEqual(['constant', 'chosen']);
    expect(of('/config/bindBank/cardTypes/default/0/name')?.title).toBe('Card types, 1: name');
    expect(lists.map(({ title, length, blank }) => ({ title, length, blank }))).toContainEqual({
      title: 'Card types',
      length: 1,
      blank: { value: 0, name: '' },
    });
    expect(groups[0]?.title).toBe('In general');
    expect(others.map(({ title }) => title)).toEqual(expect.arrayContaining(['Carried', 'Bridge', 'Kept']));
    // These are lists of steps.
    expect(others.map(({ name }) => name).filter((name) => /^\/(?:failures|exit|on)/.test(name))).toEqual([]);
  });

  it('has fields for the title, the meaning and the expression of named values, and leaves cases to the JSON', () => {
    const { all, others, untitled } = settings('screens/shelf.screen.json', {
      id: 'shelf',
      values: {
        some: 'size(data.books) > 0',
        mayAsk: {
          value: 'values.some',
          title: 'A book may be asked for',
          description: 'None is on its way.',
        },
        words: { text: 'Books of ${data.name}', title: 'The heading' },
        state: { choose: ['lent'], title: 'The state' },
      },
    });
    const of = (name: string) => all.find((one) => one.name === name);
    expect(of('/values/some')).toMatchObject({
      title: 'Some: expression',
      way: 'box',
      group: 'Named values',
    });
    expect(untitled).toEqual([
      { pointer: '/values/some', title: 'Some', expression: 'size(data.books) > 0' },
    ]);
    expect(of('/values/mayAsk/title')?.title).toBe('May ask: title');
    expect(of('/values/mayAsk/description')?.title).toBe('May ask: what it means');
    expect(of('/values/mayAsk/value')?.title).toBe('May ask: expression');
    expect(of('/values/words/text')?.title).toBe('Words: text');
    expect(others).toMatchObject([{ name: '/values/state', title: 'State' }]);
  });

  it('has fields for polling, says which data can be read again, and has the titles of named lists', () => {
    const data = {
      check: { endpoint: 'check', every: { seconds: 10, times: 60, until: 'data.check.isDone' } },
      book: { endpoint: 'book' },
    };
    const { all, others, polling } = settings('screens/shelf.screen.json', {
      id: 'shelf',
      grammar: 5,
      data,
      lists: {
        ask: { title: 'Asks for a book', inputs: { isbn: { type: 'string' } }, run: [{ do: 'back' }] },
      },
    });
    expect(all.map(({ name, way }) => `${name} ${way}`)).toEqual(
      expect.arrayContaining([
        '/data/check/every/seconds count',
        '/data/check/every/times count',
        '/data/check/every/until box',
        '/lists/ask/title line',
        '/lists/ask/description box',
      ]),
    );
    // Data and inputs of lists have fields of their own.
    expect(others.map(({ name }) => name)).toEqual([]);
    expect(polling).toEqual([
      { pointer: '/data/check/every', title: 'Check', isOn: true },
      { pointer: '/data/book/every', title: 'Book', isOn: false },
    ]);
    expect(settings('screens/shelf.screen.json', { id: 'shelf', grammar: 4, data }).polling).toEqual([]);
  });

  it('leaves a title with conditions to the JSON, and has no form for catalogues', () => {
    const chosen = { id: 'shelf', title: { choose: [{ value: 'One' }] } };
    const { all, others } = settings('screens/shelf.screen.json', chosen);
    expect(all.map(({ name }) => name)).not.toContain('/title');
    expect(others).toEqual([{ name: '/title', title: 'Title', value: { choose: [{ value: 'One' }] } }]);
    expect(settingsOf('screens/messages/fil-PH.json', {})).toBeUndefined();
  });

  it('has a field for a default only if the document has a default', () => {
    const { all } = app({
      config: { shop: { open: { type: 'boolean', default: true }, url: { type: 'string' } } },
    });
    expect(all.filter(({ name }) => name.startsWith('/config'))).toEqual([
      expect.objectContaining({ name: '/config/shop/open/default', way: 'flag', group: 'Shop' }),
    ]);
  });
});

describe('the lists of an application', () => {
  it('list members without a field, because a record is removed as a whole', () => {
    const { others } = app({
      config: {
        shop: {
          days: {
            type: 'list',
            items: { properties: { name: { type: 'string' }, open: { type: 'boolean' } } },
            default: [{ name: 'Monday', open: true, since: '2020' }],
          },
          towns: { type: 'list', items: { type: 'string' }, default: ['Cebu'] },
        },
      },
    });
    const written = others.filter(({ name }) => name.startsWith('/config'));
    expect(written.map(({ name, value }) => [name, value])).toEqual([
      ['/config/shop/days/default/0/open', true],
      ['/config/shop/days/default/0/since', '2020'],
      ['/config/shop/towns/default', ['Cebu']],
    ]);
  });
});

describe('setAt', () => {
  const path = 'screens/app.json';
  const at = (text: string, pointer: string, value: unknown): unknown =>
    JSON.parse(setAt({ path, text }, pointer, value).text);

  it.each([
    ['{"a":{"b":1}}', '/a/b', 2, { a: { b: 2 } }],
    ['{"a":1}', '/b/c/d', 'x', { a: 1, b: { c: { d: 'x' } } }],
    ['{"a":{"b":1,"c":2}}', '/a/b', undefined, { a: { c: 2 } }],
    ['{"a":1}', '/b/c', undefined, { a: 1 }],
    ['{"a":[{"b":1}]}', '/a/0/b', 2, { a: [{ b: 2 }] }],
    ['{"a":["x","y"]}', '/a/1', 'z', { a: ['x', 'z'] }],
  ])('of %s at %s becomes %s', (text, pointer, value, becomes) => {
    expect(at(text, pointer, value)).toEqual(becomes);
  });
});
