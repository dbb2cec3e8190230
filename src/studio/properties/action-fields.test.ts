import { expect, it } from 'vitest';
import { compileProject } from '#renderer/grammar/compile.ts';
import { actionGroups } from './action-fields.ts';
import { defineForm } from './definition.ts';

const NODE = {
  type: 'check',
  links: { rules: [{ do: 'go', to: 'rules', with: { isbn: '${data.isbn}', from: { choose: ['here'] } } }] },
  on: {
    change: [
      { do: 'run', list: 'ask', with: { isbn: '12' } },
      { do: 'notice', text: { choose: [{ when: 'true', value: 'Late.' }] }, tone: 'danger' },
    ],
  },
};

it('has one group for each event and link, with what a field can show of each action', () => {
  const groups = actionGroups(NODE);
  expect(groups.map(({ title, properties }) => [title, properties.map(({ name }) => name)])).toEqual([
    ['On change', ['/on/change/0/list', '/on/change/0/with/isbn', '/on/change/1/tone']],
    ['Link rules', ['/links/rules/0/to', '/links/rules/0/with/isbn']],
  ]);
  expect(groups[0]?.properties.map(({ title }) => title)).toEqual([
    '1 run: list',
    '1 run, isbn',
    '2 notice: tone',
  ]);
  expect(actionGroups({ type: 'text', text: 'A' })).toEqual([]);
});

it('is a form without errors', () => {
  const { problems, plans } = compileProject(defineForm(actionGroups(NODE)));
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(plans.has('properties')).toBe(true);
});
