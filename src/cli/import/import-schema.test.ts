import { describe, expect, it } from 'vitest';
import { findErrors } from './check-result.ts';
import { toPattern } from './formats.ts';
import { importSchema, type Imported } from './import-schema.ts';

function made(schema: object, ui?: object): Imported {
  const result = importSchema({
    file: 'order.json',
    text: JSON.stringify(schema, undefined, 2),
    id: 'order',
    ...(ui === undefined ? {} : { ui: { file: 'ui.json', text: JSON.stringify(ui, undefined, 2) } }),
  });
  if ('message' in result) throw new Error(result.message);
  return result;
}

type Node = { readonly [name: string]: unknown };

/** The nodes in the form. */
function fieldsOf({ screen }: Imported): readonly Node[] {
  const body = screen['body'] as readonly Node[];
  return body.find(({ type }) => type === 'form')?.['body'] as readonly Node[];
}

const ORDER = {
  type: 'object',
  required: ['dimension'],
  properties: {
    dimension: { type: 'string', title: 'Size', minLength: 2 },
    gift: { type: 'string', description: 'For whom' },
    code: { type: 'string', pattern: '^(?=a)b' },
  },
};

describe('capiz import', () => {
  it('reports a keyword that it does not carry over, with its position', () => {
    const { notCarried, keywords } = made(ORDER);
    expect(notCarried).toEqual([
      {
        file: 'order.json',
        pointer: '/properties/code/pattern',
        keyword: 'pattern',
        why: expect.stringContaining('looks ahead'),
        kind: 'keyword',
        line: 18,
        column: 7,
      },
    ]);
    expect(keywords).toEqual({ met: 10, carried: 9 });
  });

  it('reports a member whose condition depends on itself, as in the npm package geojson-schema', () => {
    const point = (kind: string) => ({
      title: kind,
      type: 'object',
      required: ['type', 'coordinates'],
      properties: {
        type: { type: 'string', enum: [kind] },
        coordinates: { type: 'array', items: { type: 'number' } },
      },
    });
    const result = made({
      type: 'object',
      required: ['type', 'geometry'],
      properties: {
        type: { type: 'string', enum: ['Feature'] },
        geometry: {
          oneOf: [
            { type: 'null' },
            point('Point'),
            {
              type: 'object',
              required: ['type', 'geometries'],
              properties: {
                type: { type: 'string', enum: ['Collection'] },
                geometries: { type: 'array', items: { oneOf: [point('Point'), point('Line')] } },
              },
            },
          ],
        },
      },
    });
    const why = result.notCarried.map((one) => one.why).join();
    expect(why).toContain('It is shown by a condition about itself.');
    expect(findErrors(result, 'order')).toEqual([]);
  });

  it('notes once that a required text of only white space is refused', () => {
    const required = { type: 'string' };
    const text = expect.stringContaining('A required text of white space');
    const twice = made({
      type: 'object',
      required: ['a', 'b'],
      properties: { a: required, b: required },
    });
    expect(twice.notes).toMatchObject([{ pointer: '/properties/a', text }]);
    expect(made({ type: 'object', properties: { a: required } }).notes).toEqual([]);
  });

  it('takes order, title, help and a text area from an rjsf UI schema, and reports the rest', () => {
    const result = made(ORDER, {
      'ui:order': ['gift', '*'],
      gift: { 'ui:title': 'A gift for', 'ui:widget': 'textarea' },
      dimension: { 'ui:widget': 'password', 'ui:help': 'As on the label' },
    });
    expect(
      fieldsOf(result).map(({ name, label, hint, multiline }) => [name, label, hint, multiline]),
    ).toEqual([
      ['gift', 'A gift for', 'For whom', true],
      ['dimension', 'Size', 'As on the label', undefined],
      ['code', 'Code', undefined, undefined],
    ]);
    expect(result.notCarried.map(({ file, pointer, line }) => [file, pointer, line])).toContainEqual([
      'ui.json',
      '/dimension/ui:widget',
      11,
    ]);
  });

  it('takes layouts, labels and rules from a JSON Forms UI schema', () => {
    const result = made(ORDER, {
      type: 'VerticalLayout',
      elements: [
        { type: 'Label', text: 'Your order' },
        {
          type: 'Group',
          label: 'What',
          elements: [
            { type: 'Control', scope: '#/properties/dimension' },
            {
              type: 'Control',
              scope: '#/properties/gift',
              label: 'For',
              rule: {
                effect: 'SHOW',
                condition: { scope: '#/properties/dimension', schema: { const: 'XL' } },
              },
            },
            {
              type: 'Control',
              scope: '#/properties/code',
              rule: {
                effect: 'DISABLE',
                condition: { scope: '#/properties/dimension', schema: { const: 'S' } },
              },
            },
          ],
        },
      ],
    });
    const [words, group] = fieldsOf(result);
    expect(words).toEqual({ type: 'text', text: 'Your order' });
    const body = group?.['body'] as readonly Node[];
    expect(group?.['title']).toBe('What');
    expect(body.map(({ name, label, visibleWhen }) => [name, label, visibleWhen])).toEqual([
      ['dimension', 'Size', undefined],
      ['gift', 'For', "(has(form.form.dimension) && form.form.dimension == 'XL')"],
      ['code', 'Code', undefined],
    ]);
    expect(result.notCarried.map(({ pointer }) => pointer)).toContain('/elements/1/elements/2/rule');
  });

  it('reports the position of a syntax error', () => {
    const result = importSchema({ file: 'order.json', text: '{\n  "type" "object" }', id: 'order' });
    expect(result).toMatchObject({ line: 2, file: 'order.json', message: expect.any(String) });
  });

  it('resolves a reference inside a schema with its own `$id` against that schema', () => {
    const inner = {
      $id: 'https://example.com/inner',
      definitions: { a: { type: 'integer' } },
      $ref: '#/definitions/a',
    };
    const result = made({ type: 'object', properties: { a: inner }, definitions: { a: { type: 'string' } } });
    expect(fieldsOf(result)).toMatchObject([{ type: 'number-field' }]);
    const old = {
      $schema: 'http://json-schema.org/draft-04/schema#',
      definitions: { a: { id: '#whole', type: 'integer' } },
    };
    const named = made({ ...old, type: 'object', properties: { a: { $ref: '#whole' } } });
    expect(fieldsOf(named)).toMatchObject([{ type: 'number-field' }]);
  });

  it('reports a reference to another document, or to its own parent', () => {
    const { notCarried } = made({
      type: 'object',
      properties: { other: { $ref: 'other.json' }, me: { $ref: '#' } },
    });
    expect(notCarried.map(({ pointer, keyword }) => [pointer, keyword])).toEqual([
      ['/properties/other/$ref', '$ref'],
      ['/properties/me/$ref', '$ref'],
    ]);
  });
});

describe('toPattern turns a regular expression into a pattern for the whole value', () => {
  it.each([
    ['^a$', 'a'],
    ['a', '[\\s\\S]*a[\\s\\S]*'],
    ['^a|b$', 'a[\\s\\S]*|[\\s\\S]*b'],
    ['^\\u0041\\-$', 'A\\-'],
    ['^a+?$', 'a+'],
    ['^.$', '[^\n\r\u2028\u2029]'],
    ['^(?=a)a$', '(?=a)a'],
    ['^\\bword$', undefined],
    ['^(a$|b)$', undefined],
  ])('%s', (source, pattern) => {
    expect(toPattern(source)).toBe(pattern);
  });
});
