import { describe, expect, it } from 'vitest';
import { compileProject } from '#renderer/grammar/compile.ts';
import { library } from '#renderer/grammar/testing.ts';
import { openScreen, prepareScreen } from '#renderer/index.ts';
import { DEVICE, fakeWorld } from '#renderer/runtime/testing.ts';
import { listChildren } from '#src/devtools/inspector/describe.ts';
import { fillAndSend } from './fill-in.ts';

/** The value that a field has after its form was filled in. */
async function filled(field: object): Promise<unknown> {
  const form = { type: 'form', id: 'visit', body: [{ name: 'town', label: 'Town', ...field }] };
  const { app, plans, problems } = compileProject(library({ data: {}, body: [form] }));
  const plan = plans.get('shelf');
  if (app === undefined || plan === undefined) throw new Error(JSON.stringify(problems));
  await prepareScreen(plan);
  const { services } = fakeWorld();
  const params = { cardId: '1' };
  const screen = openScreen({ plan, app, services, params, session: {}, device: DEVICE, entry: 'one' });
  fillAndSend(screen, 'visit');
  const nodes = listChildren(screen).filter((child) => child.kind === 'node');
  return nodes.find((node) => node.isField)?.snapshot().value;
}

describe('filling in a form', () => {
  it.each([
    ['a text', { type: 'text-field' }, 'Sample'],
    ['digits', { type: 'text-field', accept: 'digits', max: 4 }, '1234'],
    [
      'the first suggestion',
      { type: 'text-field', suggestions: [{ value: 'Cebu' }, { value: 'Davao' }] },
      'Cebu',
    ],
    [
      'the first suggestion that is shown',
      { type: 'text-field', suggestions: [{ value: 'Cebu', visibleWhen: 'false' }, { value: 'Davao' }] },
      'Davao',
    ],
    ['a text, if nothing is suggested', { type: 'text-field', suggestions: [] }, 'Sample'],
    ['the first option', { type: 'choice', options: [{ value: 'a', text: 'A' }] }, 'a'],
  ] as const)('writes %s', async (_what, field, value) => {
    expect(await filled(field)).toBe(value);
  });
});
