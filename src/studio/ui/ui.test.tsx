// @vitest-environment jsdom
import { cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useEffect, useRef, useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Combobox } from './combobox.tsx';
import { Dialog } from './dialog.tsx';
import { Tabs } from './tabs.tsx';
import { TooltipButton } from './tooltip-button.tsx';

afterEach(cleanup);

const nothing = (): void => undefined;

describe('a dialog', () => {
  function Page() {
    const [shown, setShown] = useState<'button' | 'dialog' | 'next'>('button');
    const next = useRef<HTMLInputElement>(null);
    useEffect(() => {
      if (shown === 'next') next.current?.focus();
    }, [shown]);
    return (
      <>
        <button type="button" onClick={() => setShown('dialog')}>
          Open
        </button>
        <input ref={next} aria-label="Next" />
        {shown === 'dialog' ? (
          <Dialog title="Words" onClose={() => setShown('button')}>
            <input aria-label="First" />
            <button type="button" onClick={() => setShown('next')}>
              Go on
            </button>
          </Dialog>
        ) : null}
      </>
    );
  }
  const focusedName = (): string | null =>
    document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? null;
  async function open(): Promise<void> {
    render(<Page />);
    await userEvent.click(screen.getByRole('button', { name: 'Open' }));
  }

  it('gives its first input the focus before the next key is pressed', () => {
    render(<Page />);
    screen.getByRole('button', { name: 'Open' }).focus();
    // Without waiting for a frame.
    screen.getByRole('button', { name: 'Open' }).click();
    return vi.waitFor(() => expect(focusedName()).toBe('First'), { timeout: 10, interval: 1 });
  });

  it('returns the focus on Escape', async () => {
    await open();
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(focusedName()).toBe('Open');
  });

  it('leaves the focus where the command that closed it has put it', async () => {
    await open();
    await userEvent.click(screen.getByRole('button', { name: 'Go on' }));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(focusedName()).toBe('Next');
  });
});

it('a combobox with groups shows their names, and does not choose an item that is off', async () => {
  const onChoose = vi.fn<(item: string) => void>();
  render(
    <Combobox
      label="Name"
      listLabel="Names"
      text=""
      items={['text', 'image', 'rating']}
      keyOf={(one) => one}
      textOf={(one) => one}
      groupOf={(one) => (one === 'rating' ? 'Filled in' : 'Shown')}
      isOff={(one) => one === 'rating'}
      onText={nothing}
      {...{ onChoose }}
    >
      {(one) => one}
    </Combobox>,
  );
  const [shown, filled] = screen.getAllByRole('group');
  expect(within(shown as HTMLElement).getAllByRole('option')).toHaveLength(2);
  expect(screen.getByRole('group', { name: 'Filled in' })).toBe(filled);
  screen.getByRole('combobox').focus();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  expect(screen.getByRole('option', { selected: true }).textContent).toBe('rating');
  await userEvent.keyboard('{Enter}');
  expect(onChoose).not.toHaveBeenCalled();
  await userEvent.keyboard('{ArrowUp}{Enter}');
  expect(onChoose.mock.calls).toEqual([['image']]);
});

it('a combobox marks the first match, and Enter chooses the marked one', async () => {
  const onChoose = vi.fn<(item: string) => void>();
  function Box() {
    const [text, setText] = useState('');
    return (
      <Combobox
        label="Name"
        listLabel="Names"
        text={text}
        items={['order', 'order number', 'order status'].filter((one) => one.includes(text))}
        keyOf={(one) => one}
        textOf={(one) => one}
        onText={setText}
        {...{ onChoose }}
      >
        {(one) => one}
      </Combobox>
    );
  }
  render(<Box />);
  await userEvent.type(screen.getByRole('combobox', { name: 'Name' }), 'order ');
  const marked = () => screen.getByRole('option', { selected: true }).textContent;
  expect(marked()).toBe('order number');
  await userEvent.keyboard('{ArrowDown}');
  expect(marked()).toBe('order status');
  await userEvent.keyboard('{Enter}');
  expect(onChoose.mock.calls).toEqual([['order status']]);
});

it('a button that is off can be focused and says why, but does nothing', async () => {
  const onPress = vi.fn<() => void>();
  render(
    <TooltipButton name="Undo" hint="There is nothing to undo" isOff onPress={onPress}>
      U
    </TooltipButton>,
  );
  const undo = screen.getByRole('button', { name: 'Undo' });
  expect(undo.getAttribute('aria-description')).toBe('There is nothing to undo');
  await userEvent.tab();
  expect(document.activeElement).toBe(undo);
  await userEvent.keyboard('{Enter}');
  await userEvent.click(undo);
  expect(onPress).not.toHaveBeenCalled();
});

it('a tooltip that repeats the name of its button is no description', () => {
  render(
    <TooltipButton name="Keys" onPress={nothing}>
      K
    </TooltipButton>,
  );
  expect(screen.getByRole('button', { name: 'Keys' }).getAttribute('aria-description')).toBeNull();
});

it('tabs open with the arrows and Enter', async () => {
  function Sides() {
    const [open, setOpen] = useState<'screens' | 'search'>('screens');
    return (
      <Tabs<'screens' | 'search'>
        label="Open"
        tabs={[
          { name: 'screens', title: 'Screens' },
          { name: 'search', title: 'Search' },
        ]}
        {...{ open }}
        onOpen={setOpen}
      >
        {open}
      </Tabs>
    );
  }
  render(<Sides />);
  await userEvent.tab();
  await userEvent.keyboard('{ArrowRight}{Enter}');
  expect(screen.getByRole('tabpanel', { name: 'Search' }).textContent).toBe('search');
});
