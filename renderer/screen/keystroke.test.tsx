// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen as page } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createForms } from '../forms/edit-forms.ts';
import type { FrameProps } from '../frame/frame.tsx';
import { fakeWorld, get, makePlan, node, open } from '../runtime/testing.ts';
import type { Value } from '../plan/expression.ts';
import type { NodePlan } from '../plan/plan.ts';
import { Screen } from '../screen.tsx';
import { fetchWidgets } from '../widgets/index.ts';

beforeEach(() => fetchWidgets(['form', 'fields', 'text-field', 'choice', 'city', 'day']));
afterEach(cleanup);
window.scrollTo = () => undefined;

const KINDS = ['text-field', 'choice', 'city', 'day'];
const ITEMS = Array.from({ length: 60 }, (_, at) => ({
  code: `f${at}`,
  kind: KINDS[at % KINDS.length] ?? '',
}));

/** A form of sixty fields that a server chose, of every kind; the second is shown while the first is not "x". */
function drawForm() {
  const variant = (type: string): NodePlan => ({
    id: 'field',
    type,
    props: {
      label: get('item.code'),
      hint: 'Help',
      accept: 'any',
      purpose: 'none',
      look: 'sheet',
      preselect: 'none',
    },
    lists: { ...(type === 'choice' ? { options: [] } : {}), ...(type === 'city' ? { places: [] } : {}) },
    visible: [
      '||',
      ['!=', get('item.code'), 'f1'],
      ['!=', ['or', ['at', get('form.review.answers'), 'f0'], ''], 'x'],
    ],
    reads: ['form.review.answers.f0', 'item.code'],
  });
  const fields: NodePlan = {
    ...node('fields', 'fields', {
      props: { name: 'answers' },
      slots: { sections: [node('field-list', 'list')] },
    }),
    supply: {
      allow: { kinds: KINDS, name: '[a-z0-9]+', not: [], count: 60, options: 9, refused: 'block' },
      elements: [
        {
          each: { list: get('state.items'), as: 'item' },
          kind: get('item.kind'),
          name: get('item.code'),
          nodes: Object.fromEntries(KINDS.map((kind) => [kind, variant(kind)])),
        },
      ],
    },
    reads: ['state.items'],
  };
  const plan = makePlan({
    state: {
      items: { shape: { type: 'list', items: { type: 'text' } }, initial: ITEMS as unknown as Value },
    },
    body: [
      node('form', 'review', { slots: { body: [fields] } }),
      node('text', 'aside', { props: { text: 'Aside' } }),
    ],
  });
  const drawn: string[] = [];
  const Counting = ({ instance, children }: FrameProps) => {
    drawn.push(instance);
    return children;
  };
  const live = open(fakeWorld(), plan, { createForms });
  const { container } = render(<Screen live={live} frame={Counting} />);
  return { container, drawn, live };
}

const type = (name: string, text: string) =>
  act(() => {
    fireEvent.change(page.getByRole('textbox', { name }), { target: { value: text } });
  });

it('a keystroke re-renders none of sixty fields, not even its own: the control has the typed text', () => {
  const { drawn, live } = drawForm();
  drawn.length = 0;
  type('f4', 'a');
  type('f4', 'ab');
  expect(drawn).toEqual([]);
  expect(live.engine.forms.read(['form', 'review', 'answers', 'f4'])).toBe('ab');
});

it('a field that was typed into shows later changes, also the one that was rendered last', () => {
  const { live } = drawForm();
  const box = page.getByRole<HTMLInputElement>('textbox', { name: 'f4' });
  const { forms } = live.engine;
  type('f4', 'ab');
  act(() => forms.write('review', 'answers.f4', 'cd'));
  expect(box.value).toBe('cd');
  type('f4', 'cde');
  act(() => forms.write('review', 'answers.f4', 'cd'));
  expect(box.value).toBe('cd');
  type('f4', 'cdf');
  act(() => forms.reset('review'));
  expect(box.value).toBe('');
  type('f4', 'g');
  expect(forms.read(['form', 'review', 'answers', 'f4'])).toBe('g');
});

it('if a condition reads the field, a keystroke re-renders only what changed', () => {
  const { drawn, container } = drawForm();
  drawn.length = 0;
  type('f0', 'x');
  expect(drawn).toEqual([]);
  expect(container.querySelectorAll('.cz-field')).toHaveLength(59);
  drawn.length = 0;
  type('f0', 'y');
  expect(drawn).toEqual(['field[f1]']);
});

it('every kind of field needs at most four elements, including its hint', () => {
  const { container } = drawForm();
  const fields = [...container.querySelectorAll('.cz-field')];
  expect(fields).toHaveLength(60);
  for (const field of fields) expect(1 + field.querySelectorAll('*').length).toBeLessThanOrEqual(4);
});
