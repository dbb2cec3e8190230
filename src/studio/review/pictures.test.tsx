// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Scene } from '../stage/scene.ts';
import { FIRST_PICTURE_LOOK, zoom } from './picture-tools.tsx';
import { Pictures } from './pictures.tsx';
import { Progress } from './progress.tsx';
import { DeniedPictures } from './denied-pictures.tsx';

afterEach(cleanup);

describe('the screenshots of a state', () => {
  const pair = {
    key: 'shelf content en',
    screen: 'shelf',
    name: 'content',
    title: 'Content',
    language: 'en',
  };
  // The scene is not rendered here.
  const scene = {} as Scene;
  const show = (sides: { before?: Scene; after?: Scene }) =>
    render(<Pictures pair={pair} before={sides.before} after={sides.after} onDrawn={() => undefined} />);

  it('say which version does not have the state, and show no marks', () => {
    show({ after: scene });
    expect(screen.getByText('The state is new: it does not exist before.')).toBeTruthy();
    expect(screen.getByRole('status').textContent).toBe(
      'Nothing is marked: before, there is nothing to compare it with.',
    );
    cleanup();
    show({ before: scene });
    expect(screen.getByText('The state is removed: it does not exist after.')).toBeTruthy();
    expect(screen.getByRole('status').textContent).toBe(
      'Nothing is marked: after, there is nothing to compare it with.',
    );
    cleanup();
    show({ before: scene, after: scene });
    expect(screen.getByRole('status').textContent).toBe('');
  });

  it('are zoomed in steps, and after the largest step the smallest follows', () => {
    const scales = [FIRST_PICTURE_LOOK];
    for (let step = 0; step < 3; step += 1) scales.push(zoom(scales[step] ?? FIRST_PICTURE_LOOK));
    expect(scales.map(({ scale }) => scale)).toEqual([0.72, 1, 1.5, 0.72]);
  });
});

describe('the comparison', () => {
  it('shows its progress, and can be paused and resumed', async () => {
    const onStopped = vi.fn<(isStopped: boolean) => void>();
    const { rerender } = render(<Progress all={645} left={600} isStopped={false} onStopped={onStopped} />);
    expect(screen.getByRole('progressbar', { name: 'States compared' })).toHaveProperty('value', 45);
    const words = '45 of 645 states compared, those most likely to differ first.';
    expect(screen.getByRole('status').textContent).toBe(words);
    await userEvent.click(screen.getByRole('button', { name: 'Stop comparing' }));
    expect(onStopped).toHaveBeenLastCalledWith(true);
    rerender(<Progress all={645} left={600} isStopped onStopped={onStopped} />);
    expect(screen.getByRole('status').textContent).toBe(`Stopped: ${words}`);
    await userEvent.click(screen.getByRole('button', { name: 'Go on comparing' }));
    expect(onStopped).toHaveBeenLastCalledWith(false);
    rerender(<Progress all={645} left={0} isStopped={false} onStopped={onStopped} />);
    expect(screen.getByRole('status').textContent).toBe('Every state was compared.');
  });
});

it('links to a rejected screenshot', async () => {
  const onShow = vi.fn<(state: string) => void>();
  const review = { picture: 'a', verdict: 'denied', actor: 'ben', at: 1 } as const;
  render(
    <DeniedPictures
      denied={[
        { ...review, state: 'shelf content en', note: 'Too long' },
        { ...review, state: 'book content en', note: 'Too pale' },
      ]}
      onShow={onShow}
    />,
  );
  await userEvent.click(screen.getByRole('button', { name: /Too pale/ }));
  expect(onShow.mock.calls).toEqual([['book content en']]);
});
