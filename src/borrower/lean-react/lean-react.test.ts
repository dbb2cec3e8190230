// @vitest-environment jsdom
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { compileFunction } from 'node:vm';
import fc from 'fast-check';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { cut } from './cut.ts';
import { CUTS, findAsked } from './lean-react-plugin.ts';

type React = typeof import('react');

interface Built {
  readonly react: React;
  readonly dom: typeof import('react-dom');
  readonly client: typeof import('react-dom/client');
}

const require = createRequire(import.meta.url);

/** React's three modules as they are published, or as the page has them. */
function load(isLean: boolean): Built {
  const ofReactDom = createRequire(require.resolve('react-dom/package.json'));
  const given: Record<string, unknown> = { scheduler: ofReactDom('scheduler') };
  const evaluate = (file: string): unknown => {
    const [name = '', ...path] = file.split('/');
    const code = readFileSync(join(dirname(require.resolve(`${name}/package.json`)), ...path), 'utf8');
    const exports = {};
    const cuts = isLean ? (CUTS[file] ?? []) : [];
    const run = compileFunction(cuts.reduce(cut, code), ['exports', 'require']);
    run(exports, (wanted: string) => given[wanted]);
    return exports;
  };
  for (const [name, file] of [
    ['react', 'react/cjs/react.production.js'],
    ['react-dom', 'react-dom/cjs/react-dom.production.js'],
    ['client', 'react-dom/cjs/react-dom-client.production.js'],
  ] as const)
    given[name] = evaluate(file);
  // What `evaluate` gave is what the types of those packages say.
  return { react: given['react'], dom: given['react-dom'], client: given['client'] } as Built;
}

const whole = load(false);
const lean = load(true);

afterEach(() => document.body.replaceChildren());

type Step =
  | { readonly do: 'list'; readonly keys: readonly string[] }
  | { readonly do: 'theme'; readonly theme: string }
  | { readonly do: 'store'; readonly value: number }
  | { readonly do: 'tap'; readonly at: number }
  | { readonly do: 'type'; readonly at: number; readonly text: string }
  | { readonly do: 'choose'; readonly at: number; readonly option: number }
  | { readonly do: 'mark'; readonly at: number }
  | { readonly do: 'press'; readonly at: number; readonly event: string }
  | { readonly do: 'throw'; readonly key: string }
  | { readonly do: 'wrap'; readonly isFragment: boolean };

/** What a control, or what stands around it, listens to; `mouseover` is one of those that nothing of the page does. */
const EVENTS = [
  'keydown',
  'focusin',
  'focusout',
  'compositionstart',
  'compositionend',
  'pointerdown',
  'pointermove',
  'touchstart',
  'load',
  'mouseover',
] as const;

const key = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('list' as const), keys: fc.uniqueArray(key, { maxLength: 6 }) }),
  fc.record({ do: fc.constant('theme' as const), theme: fc.constantFrom('light', 'dark') }),
  fc.record({ do: fc.constant('store' as const), value: fc.nat(3) }),
  fc.record({ do: fc.constant('tap' as const), at: fc.nat(5) }),
  fc.record({ do: fc.constant('type' as const), at: fc.nat(5), text: fc.constantFrom('', 'x', 'long') }),
  fc.record({ do: fc.constant('choose' as const), at: fc.nat(5), option: fc.nat(2) }),
  fc.record({ do: fc.constant('mark' as const), at: fc.nat(11) }),
  fc.record({ do: fc.constant('press' as const), at: fc.nat(11), event: fc.constantFrom(...EVENTS) }),
  fc.record({ do: fc.constant('throw' as const), key }),
  fc.record({ do: fc.constant('wrap' as const), isFragment: fc.boolean() }),
);

/** Plays the steps on a page of keyed items with state, effects, a context, a store, controls and boundaries; says all that happened. */
function play({ react, dom, client }: Built, steps: readonly Step[]): readonly string[] {
  const { createElement: h } = react;
  const log: string[] = [];
  const Theme = react.createContext('light');
  let value = 0;
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };

  class Boundary extends react.Component<{ readonly children: ReactNode }, { readonly why?: string }> {
    override state: { readonly why?: string } = {};
    static getDerivedStateFromError = (thrown: Error) => ({ why: thrown.message });
    override componentDidCatch(thrown: Error) {
      log.push(`caught ${thrown.message}`);
    }
    override componentDidMount() {
      log.push('boundary stands');
    }
    override componentDidUpdate() {
      log.push('boundary changed');
    }
    override componentWillUnmount() {
      log.push('boundary goes');
    }
    override render() {
      return this.state.why === undefined ? this.props.children : h('i', null, this.state.why);
    }
  }

  const Item = react.memo(function Item({
    name,
    breaks,
  }: {
    readonly name: string;
    readonly breaks: boolean;
  }) {
    if (breaks) throw new Error(`broken ${name}`);
    const [taps, setTaps] = react.useState(0);
    const [text, setText] = react.useState('');
    const theme = react.useContext(Theme);
    const stored = react.useSyncExternalStore(subscribe, () => value);
    const button = react.useRef<HTMLButtonElement>(null);
    const tap = react.useCallback(() => setTaps((before) => before + 1), []);
    const twice = react.useMemo(() => taps * 2, [taps]);
    react.useLayoutEffect(() => {
      log.push(`layout ${name} ${taps} ${button.current?.tagName}`);
      return () => void log.push(`unlayout ${name} ${taps}`);
    }, [name, taps]);
    react.useEffect(() => {
      log.push(`effect ${name} ${theme}`);
      return () => void log.push(`uneffect ${name} ${theme}`);
    }, [name, theme]);
    return h(
      'li',
      {
        className: theme,
        style: { height: taps, '--taps': taps },
        onClickCapture: () => log.push(`capture ${name}`),
        onKeyDown: (event: KeyboardEvent) => {
          log.push(`key ${event.key} ${event.ctrlKey} ${event.type}`);
          if (taps === 1) event.preventDefault();
        },
        onPointerDown: (event: PointerEvent) => log.push(`pointer ${event.clientX} ${event.type}`),
        onPointerMove: (event: PointerEvent) => {
          event.stopPropagation();
          setTaps((before) => before + 1);
        },
        onTouchStart: (event: TouchEvent) => log.push(`touch ${event.type}`),
        onCompositionStart: (event: CompositionEvent) => log.push(event.type),
        onCompositionEnd: (event: CompositionEvent) => log.push(event.type),
        onBlur: (event: FocusEvent) => log.push(`blur ${name} ${event.type}`),
      },
      h('button', { ref: button, onClick: tap, disabled: taps > 3, 'aria-pressed': taps > 1 }, name, twice),
      h('input', {
        value: text,
        // Refuses what is too long: the control goes back to what it had.
        onChange: (event: { currentTarget: HTMLInputElement }) => {
          log.push(`typed ${event.currentTarget.value}`);
          if (event.currentTarget.value.length < 3) setText(event.currentTarget.value);
        },
        onFocus: () => log.push(`focus ${name}`),
        hidden: taps === 2,
        tabIndex: taps,
        readOnly: taps > 2,
        'data-taps': taps > 1 ? undefined : taps,
      }),
      h('textarea', { value: text, rows: 2, onChange: () => log.push('written') }),
      ['x', 'y'].map((one) =>
        h('input', {
          key: one,
          type: taps > 2 ? 'checkbox' : 'radio',
          name: `of ${name}`,
          checked: text === one,
          onChange: () => {
            log.push(`marked ${one}`);
            if (taps < 2) setText(one);
          },
        }),
      ),
      h(
        'select',
        {
          value: text,
          onChange: (event: { currentTarget: HTMLSelectElement }) => setText(event.currentTarget.value),
        },
        ['', 'x', 'y'].map((one) => h('option', { key: one, value: one, disabled: taps > 3 }, one)),
      ),
      h('img', { src: `${name}.png`, alt: '', onLoad: () => log.push('loaded'), hidden: taps > 1 }),
      taps % 2 === 0
        ? h('svg', { viewBox: '0 0 1 1' }, h('path', { strokeDasharray: 2, pathLength: taps, d: 'M0 0' }))
        : h('label', { htmlFor: name, onClick: taps > 1 ? tap : undefined }, 'label'),
      stored > 1 && h(react.Fragment, null, 'stored ', stored),
    );
  });

  let state = { keys: ['a', 'b'] as readonly string[], theme: 'light', broken: '', isFragment: true };
  const container = document.createElement('div');
  document.body.append(container);
  const root = client.createRoot(container, { onCaughtError: () => undefined });
  const draw = () =>
    dom.flushSync(() =>
      root.render(
        h(
          Theme.Provider,
          { value: state.theme },
          h(
            state.isFragment ? react.Fragment : 'section',
            null,
            state.keys.map((name) =>
              h(Boundary, { key: name, children: h(Item, { name, breaks: name === state.broken }) }),
            ),
          ),
        ),
      ),
    );
  const note = () =>
    log.push(
      container.innerHTML,
      ...[...container.querySelectorAll('input')].map((one) => `${one.value} ${one.checked}`),
      ...[...container.querySelectorAll('textarea, select')].map((one) => (one as HTMLSelectElement).value),
    );
  draw();
  note();
  for (const one of steps) {
    log.push(JSON.stringify(one));
    if (one.do === 'list') state = { ...state, keys: one.keys, broken: '' };
    else if (one.do === 'theme') state = { ...state, theme: one.theme };
    else if (one.do === 'throw') state = { ...state, broken: one.key };
    else if (one.do === 'wrap') state = { ...state, isFragment: one.isFragment };
    if (one.do === 'store') {
      value = one.value;
      dom.flushSync(() => {
        for (const listener of listeners) listener();
      });
    } else if (one.do === 'tap') {
      const buttons = container.querySelectorAll('button');
      dom.flushSync(() => buttons[one.at]?.click());
    } else if (one.do === 'type') {
      const input = container.querySelectorAll<HTMLInputElement>('input:not([name])')[one.at];
      input?.focus();
      if (input) type(input, one.text);
      dom.flushSync(() => undefined);
    } else if (one.do === 'choose') {
      const select = container.querySelectorAll('select')[one.at];
      if (select) select.selectedIndex = one.option;
      select?.dispatchEvent(new Event('change', { bubbles: true }));
      dom.flushSync(() => undefined);
    } else if (one.do === 'mark') {
      container.querySelectorAll<HTMLInputElement>('[name]')[one.at]?.click();
      dom.flushSync(() => undefined);
    } else if (one.do === 'press') {
      const pressed = container.querySelectorAll('input, img')[one.at];
      const event = new KeyboardEvent(one.event, {
        bubbles: one.event !== 'load',
        cancelable: true,
        key: 'a',
      });
      log.push(String(pressed?.dispatchEvent(event)));
      dom.flushSync(() => undefined);
    } else draw();
    note();
  }
  dom.flushSync(() => root.unmount());
  note();
  return log;
}

function type(input: HTMLInputElement, text: string): void {
  // As a keyboard does it: past the property by which React notices what scripts write.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}

describe('React with what the page uses of it', () => {
  it('does what the whole of React does', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 12 }), (steps) => {
        expect(play(lean, steps)).toEqual(play(whole, steps));
      }),
      { numRuns: 150 },
    );
  });

  it('plays what it compares: state, effects, boundaries and controls are in the log', () => {
    const log = play(lean, [
      { do: 'tap', at: 0 },
      { do: 'type', at: 1, text: 'x' },
      { do: 'type', at: 1, text: 'long' },
      { do: 'throw', key: 'b' },
    ]).join('\n');
    for (const said of ['layout a 1 BUTTON', 'typed x', 'typed long', 'caught broken b', 'uneffect b light'])
      expect(log).toContain(said);
    expect(log).not.toContain('value="long"');
  });

  const draw = ({ react, dom, client }: Built, child: unknown) => {
    const thrown: unknown[] = [];
    class Boundary extends react.Component<{ readonly children: ReactNode }, { readonly has: boolean }> {
      override state = { has: false };
      static getDerivedStateFromError = () => ({ has: true });
      override componentDidCatch(error: unknown) {
        thrown.push(error);
      }
      override render() {
        return this.state.has ? 'lost' : this.props.children;
      }
    }
    const root = client.createRoot(document.createElement('div'), { onCaughtError: () => undefined });
    dom.flushSync(() => root.render(react.createElement(Boundary, null, child as ReactNode)));
    return thrown;
  };

  /** What happens by itself: updates outside of events, effects, and an error that nobody catches. */
  const run = async ({ react, client }: Built) => {
    const log: string[] = [];
    const root = client.createRoot(document.createElement('div'), {
      onUncaughtError: (error) => log.push(`lost ${String(error)}`),
    });
    let add: (by: number) => void = () => undefined;
    const Count = () => {
      const [count, setCount] = react.useState(0);
      add = (by) => setCount((before) => before + by);
      react.useEffect(() => {
        log.push(`effect ${count}`);
        if (count === 3) setCount(4);
      }, [count]);
      react.useLayoutEffect(() => {
        if (count === 5) setCount(6);
      }, [count]);
      log.push(`draws ${count}`);
      if (count > 9) throw new Error('too much');
      return count;
    };
    // The scheduler works in immediates where there are any: more of them than it can need.
    const pass = async () => {
      for (let round = 0; round < 50; round += 1) await new Promise((resolve) => setImmediate(resolve));
    };
    root.render(react.createElement(Count));
    log.push('asked');
    await pass();
    for (const steps of [[1, 2], [1], [10], [1]]) {
      for (const by of steps) add(by);
      log.push('asked');
      await pass();
    }
    root.render('again');
    await pass();
    root.unmount();
    return log;
  };

  it('draws by itself as the whole of React does, and ends where nobody catches an error', async () => {
    const log = await run(whole);
    expect(log).toContain('lost Error: too much');
    expect(log.filter((line) => line === 'effect 4')).toHaveLength(1);
    expect(await run(lean)).toEqual(log);
  });

  it.each(['Activity', 'StrictMode', 'Profiler', 'Suspense', 'ViewTransition'] as const)(
    'throws at an element of a type that is cut: %s',
    (name) => {
      const { react } = whole;
      // The types of 19.3 do not know all of them.
      const type = (react as unknown as Record<string, React['Suspense']>)[name];
      expect(String(draw(lean, react.createElement(type as React['Suspense'])))).toContain('#130');
    },
  );

  it('throws at a portal, and at a promise', () => {
    const portal = whole.dom.createPortal('x', document.createElement('div'));
    expect(String(draw(lean, portal))).toContain('#31');
    expect(String(draw(lean, Promise.resolve('x')))).toContain('#31');
  });

  it('takes a promise that is thrown for an error', () => {
    const promise = Promise.resolve();
    const Throws = () => {
      throw promise;
    };
    expect(draw(lean, lean.react.createElement(Throws))).toEqual([promise]);
  });

  it('is refused by the build where code of ours asks for more', () => {
    const code = `
      import { useState, lazy, Suspense } from 'react';
      import * as dom from 'react-dom';
      import { createPortal, flushSync } from 'react-dom';
      import { lazy as another } from './react.ts';
      jsx('div', { onMouseEnter: run });
      jsxs('video', { children, autoPlay: true });
      jsx(Video, { autoPlay: true });
      is('video', { autoPlay: true });
    `;
    expect([...findAsked(code)]).toEqual([
      'lazy of "react"',
      'Suspense of "react"',
      '* of "react-dom"',
      'createPortal of "react-dom"',
      'onMouseEnter (events that are put together of others)',
      'video (elements that no screen has)',
      'autoPlay (properties that no element has)',
    ]);
  });
});
