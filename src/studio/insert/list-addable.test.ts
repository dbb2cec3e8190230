import { describe, expect, it } from 'vitest';
import { library } from '#renderer/grammar/testing.ts';
import { shapes } from '#renderer/grammar/shapes.generated.ts';
import { openWorkspace } from '../model/workspace.ts';
import { findAddable } from './addable.ts';
import { lineOfWidget, orderOfWidget } from './kinds.ts';
import { listAddable, listBlocks } from './list-addable.ts';

const FILE = 'screens/shelf.screen.json';
const FIELD = { type: 'text-field', name: 'phone', label: 'Phone' };
const view = openWorkspace({
  base: library(
    {
      grammar: 5,
      body: [
        { type: 'text', text: 'Welcome' },
        { type: 'form', id: 'person', body: [FIELD] },
      ],
    },
    {
      parts: { card: { description: 'A card.', body: [{ type: 'text', text: 'Card' }] } },
      screens: {
        hall: {
          ...{ id: 'hall', title: 'Hall', params: { orderNo: { type: 'string', required: true } } },
          body: [
            {
              type: 'section',
              body: [
                { type: 'text', text: 'Order ${params.orderNo}' },
                { type: 'part', part: 'card', id: 'card' },
              ],
            },
            { type: 'section', title: 'Empty', body: [] },
          ],
          bar: [{ type: 'button', text: 'Go on', on: { tap: [{ do: 'back' }] } }],
        },
      },
    },
  ),
}).snapshot();
const inForm = listAddable(view, FILE, '/body/1/body/0', false);
const find = (text: string) => findAddable(inForm, text).map(({ title }) => title);

describe('the palette', () => {
  it.each(Object.keys(shapes.widgets))(
    'has a position, a group and a one-line description for %s',
    (type) => {
      const { group, help } = lineOfWidget(type);
      expect(orderOfWidget(type)).toBeLessThan(orderOfWidget('of-another-package'));
      expect(group).not.toBe('Other');
      expect(help).toMatch(/^.{10,70}\.$/);
      expect(help).not.toContain('`');
    },
  );

  it('lists the widgets in their groups, then the parts', () => {
    const groups = [...new Set(inForm.map(({ group }) => group))];
    expect(groups).toEqual(['Text and pictures', 'Layout', 'Buttons and links', 'Filled in', 'Parts']);
    expect(listAddable(view, FILE, '/body/1', true).map(({ group }) => group)).not.toContain('Layout');
  });

  it('also lists inputs outside of the form, with the reason why they cannot go there', () => {
    const inputs = listAddable(view, FILE, '/body/0', false).filter(({ group }) => group === 'Filled in');
    expect(inputs.length).toBeGreaterThan(5);
    expect(new Set(inputs.map(({ why }) => why))).toEqual(new Set(['Only inside a form.']));
    expect(inForm.every(({ why }) => why === undefined)).toBe(true);
    const hall = listAddable(view, 'screens/hall.screen.json', '/body', false);
    expect(hall.map(({ group }) => group)).not.toContain('Filled in');
  });
});

describe('the search of the palette', () => {
  it.each([
    ['dropdown', 'Choice'],
    ['radio', 'Choice'],
    ['checkbox', 'Check'],
    ['toggle', 'Check'],
    ['image', 'Image'],
    ['picture', 'Image'],
    ['tabs', 'Tabs'],
    ['accordion', 'Section'],
    ['date', 'Day'],
    ['upload pdf', 'Files'],
    ['alert', 'Status'],
    ['card', 'Card'],
  ])('for "%s" lists %s first', (text, title) => {
    expect(find(text)[0]).toBe(title);
  });

  it('finds nothing for a word that no line contains', () => {
    expect(find('zebra')).toEqual([]);
  });
});

describe('the blocks of a screen', () => {
  const blocks = listBlocks(view, 'hall');

  it('are the nodes of its body and bar, also those inside of sections, named by their texts', () => {
    expect(blocks.map(({ depth, title, help }) => [depth, title, help])).toEqual([
      [0, 'Order [order no], Card', 'Section, 2 inside'],
      [1, 'Order [order no]', 'Text'],
      [1, 'Card', 'Part'],
      [0, 'Empty', 'Section'],
      [0, 'Go on', 'Button'],
    ]);
  });

  it('are copied unchanged', () => {
    expect(blocks[2]?.write()).toEqual({ type: 'part', part: 'card', id: 'card' });
    expect(listBlocks(view, 'gone')).toEqual([]);
  });
});
