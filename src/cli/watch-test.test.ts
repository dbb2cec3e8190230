import { expect, it } from 'vitest';
import { createWatchQueue } from './watch-test.ts';

it('keys and changes are processed one after the other; a pattern is typed to its end', async () => {
  let shown = '';
  const queue = createWatchQueue((text) => {
    shown += text;
  });
  for (const key of 'xfuprepy\u007fay\ra') queue.press(key);
  queue.change(['screens/app.json']);
  queue.press('p');
  queue.press('\u0003');
  const events: unknown[] = [];
  for await (const event of queue.events) {
    events.push(event);
    if ('key' in event && event.key === 'quit') break;
  }
  expect(events).toEqual([
    { key: 'failed' },
    { key: 'update' },
    { pattern: 'repay' },
    { key: 'all' },
    { paths: ['screens/app.json'] },
    { key: 'quit' },
  ]);
  expect(shown).toContain('repy\b \bay\n');
});
