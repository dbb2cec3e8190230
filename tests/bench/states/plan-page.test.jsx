// @vitest-environment jsdom
import { composeStories } from '@storybook/react';
import { userEvent, within } from 'storybook/test';
import { expect, it } from 'vitest';
import { PlanPage } from './plan-page.jsx';

/*
 * Storybook's way to test states without a browser: stories as in its documentation, composed for Vitest, each run with its
 * `play`, and compared with a snapshot.
 */

const COUNT = Number(process.env['STATES']);

const channels = ['Wallet One', 'Wallet Two', 'First Island Bank', 'Corner shop', 'Pawnshop'];
const rowsOf = (count) =>
  Array.from({ length: count }, (_, index) => ({ title: `Row ${index + 1}`, value: `₱${index}.00` }));

/** Each shows different content. */
function storyOf(index) {
  const plan = {
    amount: 1000 + index * 12.5,
    date: Date.UTC(2026, 2, 6 + index),
    isOverdue: index % 3 === 0,
    logo: '/logo.png',
    product: `Product ${index}`,
    rows: rowsOf(index % 7),
    channels: channels.slice(0, index % 6).map((name) => ({ name })),
    ...(index % 2 === 0 && { code: String(80327714000 + index) }),
  };
  const isBroken = index % 11 === 10;
  const load = () => (isBroken ? Promise.reject(new Error(`Closed, ${index}.`)) : Promise.resolve(plan));
  return {
    args: { load, service: '09170000000' },
    play: async ({ canvasElement }) => {
      const canvas = within(canvasElement);
      await canvas.findByRole('button', { name: isBroken ? 'Try again' : 'Payment Method' });
      if (isBroken) return;
      if (plan.rows.length > 2) await userEvent.click(canvas.getByRole('button', { name: 'more' }));
      if (plan.channels.length > 3)
        await userEvent.click(canvas.getByRole('button', { name: 'Payment Method' }));
    },
  };
}

const stories = composeStories({
  default: { title: 'Plan', component: PlanPage },
  ...Object.fromEntries(Array.from({ length: COUNT }, (_, index) => [`State${index}`, storyOf(index)])),
});

it.each(Object.entries(stories))('%s', async (_name, Story) => {
  await Story.run();
  expect(document.body.firstElementChild).toMatchSnapshot();
});
