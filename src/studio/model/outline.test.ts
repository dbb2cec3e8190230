import { expect, it } from 'vitest';
import { outlineOf } from './outline.ts';

it('the outline shows the names of values instead of expressions', () => {
  const text = (value: string) => ({ type: 'text', text: value });
  const body = [
    text('${data.plan.productName}'),
    text('${wallet.name}'),
    text('Due on ${data.order.?repayDate} at ${money(data.order.amount)}'),
  ];
  const [list] = outlineOf('screens/a.screen.json', { body });
  expect(list?.children.map(({ name }) => name)).toEqual([
    '[product name]',
    '[name of wallet]',
    'Due on [repay date] at …',
  ]);
});
