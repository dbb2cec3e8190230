import { describe, expect, it } from 'vitest';
import { markOf } from '../../plan/sentence.ts';
import { library, planOf, problemsOf } from '../testing.ts';
import { checkProject } from '../check.ts';
import { nodesOf } from './plan-walk.ts';

/** A text that has a link only if the desk is open. */
const text = {
  type: 'text',
  text: { choose: [{ when: 'config.desk.open', value: 'Read [our rules](rules)' }, 'We are closed'] },
  links: { rules: { do: 'back' } },
};
const messages = {
  en: {
    'Read [our rules](rules)': 'See [our rules](rules)',
    'We are closed': 'Closed [until Monday](rules)',
  },
};

describe('N36: brackets in a translation of a text without links', () => {
  it('are words for the checker', () => {
    expect(problemsOf({ body: [text] }, { messages })).toEqual([]);
    const broken = { en: { ...messages.en, 'Read [our rules](rules)': 'See our rules' } };
    expect(checkProject(library({ body: [text] }, { messages: broken })).map(({ code }) => code)).toEqual([
      'messages/placeholder',
    ]);
  });

  it('are words on the page, because the plan has the whole text as a value', () => {
    const plan = planOf({ body: [text] }, { messages });
    const words = nodesOf(plan.body).find(({ type, props }) => type === 'sentence' && props?.['names'])
      ?.props?.['words'];
    expect(words).toEqual([
      'choose',
      [
        ['get', 'config', 'desk', 'open'],
        ['list', ['text', 'Read [our rules](rules)', {}]],
      ],
      [true, ['list', markOf(0), ['text', 'We are closed']]],
    ]);
  });
});
