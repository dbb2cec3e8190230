// @vitest-environment jsdom
import { act, cleanup, render, screen as page } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { actions } from '#renderer/actions/index.ts';
import { planOf } from '#renderer/grammar/testing.ts';
import { prepareScreen, Screen } from '#renderer/index.ts';
import { drawNodes, fakeNode } from '#renderer/screen/testing.ts';
import { DEVICE, fakeWorld, open } from '#renderer/runtime/testing.ts';
import { PENDING } from '../../plan/expression.ts';
import { plainLabel } from '../../plan/plain-label.ts';

afterEach(cleanup);
window.scrollTo = () => {};

const set = (value: string) => ({ do: 'set', target: 'state.seen', value });
const SEEN = { type: 'text', id: 'seen', text: 'Opened: ${state.seen}' };

async function draw(node: object, given = 'Emma', messages: { readonly [source: string]: unknown } = {}) {
  const plan = planOf(
    {
      grammar: 5,
      data: {},
      params: {},
      state: {
        seen: { type: 'string', initial: 'nothing' },
        given: { type: 'string', initial: given },
        days: { type: 'integer', initial: 1 },
        agreed: { type: 'boolean', initial: false },
      },
      body: [node, SEEN],
    },
    { messages: { en: messages } },
  );
  await prepareScreen(plan);
  const live = open(fakeWorld(), plan, { actions, device: { ...DEVICE, language: 'en' } });
  render(<Screen live={live} />);
  await page.findByText(/^Opened/);
  return plan;
}

const RULES = { rules: set('rules'), lending: [set('lending')] };

describe('A text with links', () => {
  it('N36: shows the words with their links, and a tap runs the actions of the link', async () => {
    await draw({ type: 'text', text: 'Read [our rules](rules) and [how we lend](lending).', links: RULES });
    expect(page.getByText(/^Read/).textContent).toBe('Read our rules and how we lend.');
    await userEvent.click(page.getByRole('link', { name: 'our rules' }));
    expect(await page.findByText('Opened: rules')).toBeDefined();
    await userEvent.tab();
    expect(document.activeElement).toBe(page.getByRole('link', { name: 'how we lend' }));
    await userEvent.keyboard('{Enter}');
    expect(await page.findByText('Opened: lending')).toBeDefined();
  });

  it('brackets in a value are brackets', async () => {
    const text = '${state.given}: [our rules](rules), for ${state.days} days';
    await draw({ type: 'text', text, links: { rules: set('rules') } }, '[free](rules) \uE0000\uE001');
    expect(page.getAllByRole('link').map((link) => link.textContent)).toEqual(['our rules']);
    expect(page.getByText(/^\[free\]/).textContent).toBe(
      '[free](rules) \uE0000\uE001: our rules, for 1 days',
    );
  });

  it('the words of a link may have a value', async () => {
    await draw({ type: 'text', text: 'Read [${state.given}](rules)', links: { rules: set('rules') } });
    expect(page.getByRole('link', { name: 'Emma' })).toBeDefined();
  });

  it('a tap on a link in the label of a box does not tick the box', async () => {
    await draw({
      type: 'check',
      bind: 'state.agreed',
      label: 'I accept [the rules](rules)',
      links: { rules: set('rules') },
    });
    const box = page.getByRole<HTMLInputElement>('checkbox', { name: 'I accept the rules' });
    await userEvent.click(page.getByRole('link', { name: 'the rules' }));
    expect(await page.findByText('Opened: rules')).toBeDefined();
    expect(box.checked).toBe(false);
    await userEvent.click(page.getByText('I accept', { exact: false }));
    expect(box.checked).toBe(true);
    await act(async () => {});
  });

  it('a translation may put the links in another order, and choose its form by a number', async () => {
    const text = 'Read [our rules](rules) and [how we lend](lending) for ${state.days} days';
    await draw({ type: 'text', text, links: RULES }, 'Emma', {
      'Read [our rules](rules) and [how we lend](lending) for {days} days': {
        plural: 'days',
        forms: {
          one: '[Lending](lending), [rules](rules), one day',
          other: '[L](lending), [r](rules), {days} days',
        },
      },
    });
    expect(page.getByText(/one day/).textContent).toBe('Lending, rules, one day');
    await userEvent.click(page.getByRole('link', { name: 'Lending' }));
    expect(await page.findByText('Opened: lending')).toBeDefined();
  });

  it('only plans with links have the widgets for them', async () => {
    const plan = await draw({ type: 'text', text: 'Brackets [stay](here).' });
    expect(plan.uses.widgets).toEqual(['text']);
    expect(page.getByText('Brackets [stay](here).')).toBeDefined();
    expect(page.queryByRole('link')).toBeNull();
  });

  it('has the place of its words while they load', async () => {
    const words = fakeNode('sentence', { props: { words: PENDING, names: ['rules'] } });
    const { container } = drawNodes(
      fakeNode('text', { props: { text: PENDING, style: 'body' }, slots: { words: [words] } }),
    );
    await vi.waitFor(() => expect(container.querySelector('.cz-skeleton')).not.toBeNull());
  });

  it('a review and a draft have the label without the brackets of its links', () => {
    const label = 'I accept [the rules](rules) [all]';
    const linked = fakeNode('check', { slots: { words: [] } }).plan;
    expect(plainLabel(linked, label)).toBe('I accept the rules [all]');
    expect(plainLabel(fakeNode('check').plan, label)).toBe(label);
  });
});
