// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen as page } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { UploadItem, Uploads, UploadSource } from '../../plan/uploads.ts';
import { drawNodes, fakeNode } from '../../screen/testing.ts';
import { fetchWidgets } from '../index.ts';
import { areaOf, isSigned, namePx, pathOf } from './ink.ts';

const BOX = { left: 0, top: 0, width: 300, height: 160 };
let box = BOX;
/** Width of a text in px. */
let textPx = 0;

/** jsdom has no pointer events. */
class Pointer extends MouseEvent {
  readonly pointerId: number;
  readonly isPrimary: boolean;

  constructor(type: string, init: PointerEventInit) {
    super(type, init);
    this.pointerId = init.pointerId ?? 0;
    this.isPrimary = init.isPrimary === true;
  }
}

beforeEach(async () => {
  vi.stubGlobal('PointerEvent', Pointer);
  await fetchWidgets(['photos']);
  box = BOX;
  vi.useFakeTimers({ shouldAdvanceTime: true });
  // jsdom has no images, no layout and no capture of pointers.
  URL.createObjectURL = vi.fn(() => 'blob:picture');
  URL.revokeObjectURL = vi.fn();
  Element.prototype.setPointerCapture = vi.fn();
  Object.assign(SVGElement.prototype, { getComputedTextLength: () => textPx });
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(() => box as DOMRect);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Uploads as the form makes them: at most one, and it stays in its phase until the test changes it. */
function draw(first: readonly UploadItem[] = [], snapshot: object = {}) {
  let items = first;
  const sources: UploadSource[] = [];
  const node = fakeNode('photos', {
    id: 'agreement',
    props: { name: 'agreement', look: 'signature', label: 'Signature', upload: 'store-photo', max: 1 },
  });
  const show = (next: readonly UploadItem[]) => {
    items = next;
    node.set({ uploads: { ...methods, items }, ...snapshot });
  };
  const methods: Omit<Uploads, 'items'> = {
    add: vi.fn((added: readonly UploadSource[]) => {
      sources.push(...added);
      show([...items, { key: `${sources.length}`, phase: 'sending', percent: 0 }]);
    }),
    opening: vi.fn<Uploads['opening']>(),
    retry: vi.fn<Uploads['retry']>(),
    remove: vi.fn((key: string) => show(items.filter((item) => item.key !== key))),
  };
  show(first);
  const drawn = drawNodes(node);
  return {
    ...drawn,
    ...methods,
    node,
    sources,
    show: (next: readonly UploadItem[]) => act(() => show(next)),
  };
}

const pad = () => page.getByRole('img');
const status = () => document.querySelector('.cz-field-hint')?.textContent;
const paths = () => [...pad().querySelectorAll('path')].map((path) => path.getAttribute('d'));
const at = (clientX: number, clientY: number, more: object = {}) => ({
  clientX,
  clientY,
  pointerId: 1,
  isPrimary: true,
  button: 0,
  ...more,
});

/** Draws a line between points. */
function stroke(...points: readonly (readonly [x: number, y: number])[]): void {
  const [[x, y] = [0, 0], ...others] = points;
  fireEvent.pointerDown(pad(), at(x, y));
  for (const [toX, toY] of others) fireEvent.pointerMove(pad(), at(toX, toY));
  fireEvent.pointerUp(pad(), at(x, y));
}

const pause = () => act(() => void vi.advanceTimersByTime(1000));
const done: UploadItem = { key: 'd', phase: 'done', percent: 100, url: 'https://pictures.test/1.png' };

describe('[N42] a signature', () => {
  it('is a smooth line, and one upload for all lines, prepared when the person pauses', async () => {
    const { add, remove, sources } = draw();
    stroke([10, 10], [50, 60], [90, 10]);
    expect(paths()).toEqual(['M10 10Q50 60 70 35L90 10']);
    expect(page.getByText('Sign in the box with a finger, a pen or the mouse.')).toBeDefined();
    let isPrepared = false;
    const prepared = sources[0]
      ?.prepare()
      .catch(() => {})
      .then(() => (isPrepared = true));
    act(() => void vi.advanceTimersByTime(900));
    stroke([100, 10], [140, 60]);
    await act(async () => void (await vi.advanceTimersByTimeAsync(900)));
    expect(isPrepared).toBe(false);
    await act(async () => void (await vi.advanceTimersByTimeAsync(100)));
    await prepared;
    expect([vi.mocked(add).mock.calls.length, vi.mocked(remove).mock.calls.length]).toEqual([1, 0]);
    expect(sources[0]?.fileName).toBe('signature.png');
    expect(paths()).toHaveLength(2);
  });

  it('is uploaded again after a further line, with all lines', () => {
    const { add, remove, show } = draw();
    stroke([10, 10], [50, 60]);
    pause();
    show([{ ...done, key: '1' }]);
    expect([pad().getAttribute('aria-label'), status()]).toEqual(['Signed', 'Signed']);
    stroke([100, 10], [140, 60]);
    expect(vi.mocked(remove).mock.calls).toEqual([['1']]);
    expect(vi.mocked(add)).toHaveBeenCalledTimes(2);
    expect(paths()).toHaveLength(2);
  });

  it('is not a touch by mistake, a second finger or another button', () => {
    const { add } = draw();
    stroke([10, 10], [12, 12]);
    fireEvent.pointerDown(pad(), at(10, 10, { isPrimary: false }));
    fireEvent.pointerDown(pad(), at(10, 10, { button: 2 }));
    fireEvent.pointerMove(pad(), at(90, 90));
    expect([paths().length, vi.mocked(add).mock.calls.length]).toEqual([1, 0]);
  });

  it('is not disturbed by a palm that rests on the box while a pen draws', () => {
    draw();
    const palm = { pointerId: 2, isPrimary: true };
    fireEvent.pointerDown(pad(), at(10, 10));
    fireEvent.pointerDown(pad(), at(200, 100, palm));
    fireEvent.pointerMove(pad(), at(90, 90));
    fireEvent.pointerMove(pad(), at(210, 110, palm));
    fireEvent.pointerUp(pad(), at(210, 110, palm));
    fireEvent.pointerUp(pad(), at(90, 90));
    expect(paths()).toEqual(['M10 10L90 90']);
    stroke([100, 10], [140, 60]);
    expect(paths()).toHaveLength(2);
  });

  it('does not pull the page to refresh it', () => {
    draw();
    const pulled = vi.fn();
    document.addEventListener('touchstart', pulled);
    fireEvent.touchStart(pad());
    fireEvent.touchStart(page.getByRole('button', { name: 'Clear' }));
    document.removeEventListener('touchstart', pulled);
    expect(pulled).toHaveBeenCalledTimes(1);
  });

  it('keeps its proportions in a box of another size, and takes lines there', () => {
    draw();
    stroke([0, 0], [300, 160]);
    box = { ...BOX, width: 600, height: 160 };
    // The drawing is 300 px wide in the middle of 600 px.
    stroke([150, 0], [450, 160]);
    expect(paths()).toEqual(['M0 0L300 160', 'M0 0L300 160']);
  });

  it('is removed by Clear, and shown again if it was uploaded before', async () => {
    const { remove, container } = draw([done]);
    expect(container.querySelector('image')?.getAttribute('href')).toBe('https://pictures.test/1.png');
    stroke([10, 10], [90, 90]);
    expect(vi.mocked(remove)).not.toHaveBeenCalled();
    fireEvent.click(page.getByRole('button', { name: 'Clear' }));
    expect(vi.mocked(remove).mock.calls).toEqual([['d']]);
    expect(container.querySelector('image')).toBeNull();
  });

  it('is emptied with its form', () => {
    const { show } = draw();
    stroke([10, 10], [90, 90]);
    show([]);
    expect(paths()).toEqual([]);
  });

  it('says that it was not uploaded, and is sent again', () => {
    const { show, retry } = draw();
    stroke([10, 10], [90, 90]);
    show([{ key: '1', phase: 'failed', percent: 0 }]);
    expect(status()).toBe('The signature was not uploaded. Try again, or sign again.');
    fireEvent.click(page.getByRole('button', { name: 'Try again' }));
    expect(retry).toHaveBeenCalledWith('1');
  });

  it('is a typed name for a person who cannot draw; what was drawn comes back', async () => {
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
    const { add, remove } = draw();
    stroke([10, 10], [90, 90]);
    await user.click(page.getByRole('button', { name: 'Type instead' }));
    expect(remove).toHaveBeenCalledTimes(1);
    expect(document.activeElement).toBe(page.getByLabelText('Your full name'));
    await user.keyboard('Maria Santos');
    // One upload for all letters, and for the lines after them.
    expect(add).toHaveBeenCalledTimes(2);
    expect(pad().textContent).toBe('Maria Santos');
    await user.click(page.getByRole('button', { name: 'Draw instead' }));
    expect([paths().length, vi.mocked(add).mock.calls.length]).toEqual([1, 2]);
  });

  it.each([
    ['MARIA CLARA SANTOS', 700, '570'],
    ['Ana', 200, null],
  ])('of the name %s, %i px wide, fits into the box', async (name, px, length) => {
    textPx = px;
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
    draw();
    await user.click(page.getByRole('button', { name: 'Type instead' }));
    await user.keyboard(name);
    expect(pad().querySelector('text')?.getAttribute('textLength')).toBe(length);
  });

  it('cannot be drawn, typed or cleared in a field that is not enabled', () => {
    const { add } = draw([], { enabled: false });
    stroke([10, 10], [90, 90]);
    expect(vi.mocked(add)).not.toHaveBeenCalled();
    expect(page.getAllByRole<HTMLButtonElement>('button').map(({ disabled }) => disabled)).toEqual([
      true,
      true,
    ]);
  });

  it('of which a line is being drawn when the field is left is uploaded all the same', async () => {
    const { sources, unmount } = draw();
    stroke([10, 10], [90, 90]);
    fireEvent.pointerDown(pad(), at(10, 90));
    let isPrepared = false;
    void sources[0]
      ?.prepare()
      .catch(() => {})
      .then(() => (isPrepared = true));
    await vi.advanceTimersByTimeAsync(3000);
    expect(isPrepared).toBe(false);
    unmount();
    await vi.advanceTimersByTimeAsync(1000);
    expect(isPrepared).toBe(true);
  });
});

describe('ink', () => {
  it('a dot is a line that is drawn, and no signature', () => {
    expect(pathOf([{ x: 1, y: 2 }])).toBe('M1 2h.01');
    expect(isSigned({ width: 9, height: 9, lines: [[{ x: 1, y: 2 }]] })).toBe(false);
    expect([isSigned('  '), isSigned('Ana')]).toEqual([false, true]);
  });

  it('what is outside of the box after a rotation is part of the image', () => {
    const lines = [
      [
        { x: -20, y: 5 },
        { x: 130, y: 50 },
      ],
    ];
    expect(areaOf({ width: 100, height: 60, lines })).toEqual({ x: -20, y: 0, width: 150, height: 60 });
  });

  it('letters of a long name are smaller', () => {
    expect([namePx('Ana'), namePx('Maria Clara Santos de la Cruz')]).toEqual([72, 31]);
  });
});
