import { describe, expect, it } from 'vitest';
import { composeLanguage } from '#schemas/generate/compose.mjs';
import { members } from '#renderer/grammar/members.generated.ts';
import { checkProject } from '#renderer/grammar/check.ts';
import { shapes } from '#renderer/grammar/shapes.generated.ts';
import { readProject } from '#src/cli/project.ts';
import { completeSchemas } from './complete-schema.ts';
import { defineWidget } from './define.ts';
import { speak } from './speak.ts';
import { isWritesKnown } from '#renderer/grammar/compile/written-type.ts';

const stamp = (name: string, properties: { readonly [name: string]: object }, more: object = {}) =>
  defineWidget<object>({
    name,
    schema: { description: 'A stamp.', required: Object.keys(properties), properties, ...more },
    load: () => Promise.reject(new Error('Nothing is drawn here.')),
  });
const NAME = { name: { $ref: 'value.schema.json#/$defs/name' } };
const RULES = { rules: { type: 'array', items: { $ref: 'rule.schema.json' } } };
const LABEL = { label: { $ref: '../node_modules/capiz/schemas/value.schema.json#/$defs/text' } };

describe('the language with added widgets', () => {
  it('is unchanged if nothing is added', () => {
    const composed = composeLanguage({});
    expect(composed.shapes).toEqual(shapes);
    expect(composed.members).toEqual(members);
  });

  it('knows the type that each of our fields writes, except for repeat and group', () => {
    const fields = Object.entries(shapes.widgets).filter(
      ([, { properties }]) => properties['name'] !== undefined || properties['bind'] !== undefined,
    );
    expect(fields.filter(([, shape]) => !isWritesKnown(shape)).map(([name]) => name)).toEqual([
      'repeat',
      'group',
    ]);
  });

  it('resolves references to our schemas by any relative path', () => {
    const [path, schema] = Object.entries(completeSchemas({ widgets: [stamp('stamp', LABEL)] }))[0] ?? [];
    expect(path).toBe('widgets/stamp.schema.json');
    expect(schema).toMatchObject({
      title: 'Stamp',
      required: ['type', 'label'],
      properties: { type: { const: 'stamp' }, label: { $ref: '../value.schema.json#/$defs/text' } },
    });
  });

  it('refuses a widget whose name cannot be a type', () => {
    expect(() => completeSchemas({ widgets: [stamp('Stamp Card', LABEL)] })).toThrow(
      '"Stamp Card" is not a valid name',
    );
  });

  it('refuses a widget with the name of one of ours, and adds nothing of it', async () => {
    await expect(speak({ widgets: [stamp('text', LABEL)] })).rejects.toThrow(
      'A widget "text" already exists.',
    );
    expect(shapes.widgets['text']?.properties['label']).toBeUndefined();
  });

  it('checks nodes of added widgets as it checks ours, and refuses to add other widgets later', async () => {
    const world = readProject('fixtures/bad/world');
    const screen = {
      $schema: '../node_modules/capiz/schemas/screen.schema.json',
      grammar: 1,
      id: 'stamps',
      routes: ['/stamps'],
      title: 'Stamps',
      body: [{ type: 'stamp', label: 'One' }],
    };
    const check = (node: object) =>
      checkProject([
        ...world,
        { path: 'screens/stamps.screen.json', text: JSON.stringify({ ...screen, body: [node] }) },
      ]).map(({ code }) => code);
    expect(check({ type: 'stamp', label: 'One' })).toEqual(['widget/unknown-type']);

    const words = { number: { enum: ['few', 'many'], default: 'few' } };
    const by = (types: object) => ({ 'x-writes': { by: 'number', types } });
    const added = [
      stamp('stamp', LABEL),
      stamp('seal', NAME),
      stamp('month', { ...NAME, ...RULES }, { 'x-writes': 'date', required: [] }),
      stamp('moon', NAME, { 'x-writes': 'phase' }),
      stamp('picks', NAME, { 'x-writes': 'option' }),
      stamp('amounts', { ...NAME, ...words }, by({ few: 'integer', many: { list: 'integer' } })),
      stamp('half', { ...NAME, ...words }, by({ few: 'integer' })),
    ];
    await speak({ widgets: added });
    const guarded = (field: object, visibleWhen: string) =>
      check({ type: 'form', id: 'visit', body: [field, { type: 'text', text: 'Closed', visibleWhen }] });
    const late = 'has(form.visit.when) && daysUntil(form.visit.when).orValue(0) > 3';
    expect(guarded({ type: 'month', name: 'when' }, late)).toEqual([]);
    expect(guarded({ type: 'month', name: 'when' }, 'has(form.visit.when) && form.visit.when > 3')).toEqual([
      'expression/type',
    ]);
    // Without a type for the field, the compiler would leave the condition out of the plan.
    for (const type of ['seal', 'moon', 'picks', 'half']) {
      expect(guarded({ type, name: 'when', number: type === 'half' ? 'few' : undefined }, late)).toContain(
        'field/no-type',
      );
    }
    const ruled = { type: 'month', name: 'when', rules: [{ rule: 'range', max: 3, message: 'Three.' }] };
    expect(check({ type: 'form', id: 'visit', body: [ruled] })).toEqual(['rule/never-kept']);
    const many = { type: 'amounts', name: 'when', number: 'many' };
    expect(guarded(many, 'has(form.visit.when) && size(form.visit.when) > 2')).toEqual([]);

    expect(check({ type: 'stamp', label: 'One' })).toEqual([]);
    expect(check({ type: 'stamp' })).toEqual(['property/missing']);
    expect(check({ type: 'stamp', lable: 'One' })).toEqual(['property/unknown']);
    expect(check({ type: 'stamp', label: '${data.nothing}' })).toEqual(['expression/unknown-member']);
    expect(check({ type: 'stmap', label: 'One' })).toEqual(['widget/unknown-type']);
    expect(check({ type: 'text', text: 'One' })).toEqual([]);

    await speak({ widgets: added });
    await expect(speak({ widgets: [stamp('seal', LABEL)] })).rejects.toThrow(
      'other widgets and actions already',
    );
  });
});
