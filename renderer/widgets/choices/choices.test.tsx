// @vitest-environment jsdom
import { act, cleanup, screen as page } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { drawNodes, fakeNode } from '../../screen/testing.ts';
import { fetchWidgets } from '../index.ts';

beforeEach(() => fetchWidgets(['choices']));
afterEach(cleanup);

const OPTIONS = ['Novel', 'Poem', 'Play'].map((text) => ({ key: text, value: text.toLowerCase(), text }));

function draw(snapshot: object = {}, props: object = {}) {
  return drawNodes(
    fakeNode('choices', {
      id: 'kinds',
      props: { name: 'kinds', label: 'Kinds', look: 'list', options: OPTIONS, empty: 'Nothing', ...props },
      snapshot,
    }),
  );
}
const boxes = () => page.getAllByRole('checkbox');

describe('Choices: several of a list', () => {
  it('in a list a choice is written at once, in the order of the options; an empty value is absent', async () => {
    const { live } = draw({ value: ['play'] });
    await userEvent.click(page.getByRole('checkbox', { name: 'Novel' }));
    await userEvent.click(page.getByRole('checkbox', { name: 'Play' }));
    expect(live.asked).toEqual([
      ['write', 'kinds', ['novel', 'play']],
      ['write', 'kinds', undefined],
    ]);
  });

  it('the group’s name contains "required", and the problem is at the group and at each box', () => {
    draw({ isRequired: true, problem: 'Choose one at least' });
    const group = page.getByRole('group', { name: 'Kinds (required)' });
    expect(document.getElementById(group.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'Choose one at least',
    );
    expect(boxes().map((box) => box.getAttribute('aria-invalid'))).toEqual(['true', 'true', 'true']);
  });

  it('without a rule it is not marked as required, and without a problem not as invalid', () => {
    draw();
    expect(page.getAllByRole('group', { name: 'Kinds' })).toHaveLength(2);
    expect(boxes().map((box) => box.getAttribute('aria-invalid'))).toEqual([null, null, null]);
  });

  it.each([
    [undefined, true],
    [['play'], false],
  ])(
    'in a sheet Confirm waits for a choice only if nothing was chosen before: %s',
    async (value, isWaiting) => {
      const { live } = draw(value === undefined ? {} : { value }, { look: 'sheet' });
      await userEvent.click(page.getByRole('button', { name: /^Kinds / }));
      if (!isWaiting) await userEvent.click(page.getByRole('checkbox', { name: 'Play' }));
      await userEvent.click(page.getByRole('button', { name: 'Confirm' }));
      expect([live.asked, page.queryAllByRole('dialog').length]).toEqual(
        isWaiting ? [[], 1] : [[['write', 'kinds', undefined]], 0],
      );
    },
  );

  it('Space chooses an option; a disabled option writes nothing', async () => {
    const { live } = draw();
    await userEvent.tab();
    await userEvent.keyboard(' ');
    expect(live.asked).toEqual([['write', 'kinds', ['novel']]]);
    cleanup();
    const other = draw({ enabled: false });
    await userEvent.click(page.getByRole('checkbox', { name: 'Novel' }));
    expect(other.live.asked).toEqual([]);
  });

  it('in a sheet choices take effect on confirmation, and the button shows them', async () => {
    const { live } = draw({ value: ['poem', 'play'] }, { look: 'sheet' });
    const opener = page.getByRole('button', { name: 'Kinds Poem, Play' });
    await userEvent.click(opener);
    await userEvent.click(page.getByRole('checkbox', { name: 'Poem' }));
    expect(live.asked).toEqual([]);
    await userEvent.click(page.getByRole('button', { name: 'Confirm' }));
    expect(live.asked).toEqual([['write', 'kinds', ['play']]]);
    expect(document.activeElement).toBe(opener);
  });

  it('the sheet of a disabled node stays closed', async () => {
    draw({ enabled: false }, { look: 'sheet' });
    const opener = page.getByRole('button', { name: 'Kinds Choose' });
    await userEvent.click(opener);
    expect([opener.getAttribute('aria-disabled'), page.queryByRole('dialog')]).toEqual(['true', null]);
  });
});

describe('Choices: options from data', () => {
  it.each(['list', 'sheet'])(
    '%s: shows that they are loading, and offers a retry if they cannot be read',
    async (look) => {
      const node = fakeNode('choices', {
        id: 'kinds',
        props: { name: 'kinds', label: 'Kinds', look, options: [], empty: 'Nothing' },
        snapshot: { source: 'loading' },
      });
      const { live } = drawNodes(node);
      if (look === 'sheet') await userEvent.click(page.getByRole('button', { name: /^Kinds / }));
      expect(page.getByText('Loading…').getAttribute('role')).toBe('status');
      expect(page.queryByText('Nothing')).toBeNull();
      act(() => node.set({ source: 'failed' }));
      await userEvent.click(page.getByRole('button', { name: 'Try again' }));
      expect(live.asked).toEqual([['readOptions', 'kinds']]);
    },
  );
});
