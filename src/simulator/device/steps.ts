import type { UserEvent } from '@testing-library/user-event';
import { readPseudo } from '#src/shared/pseudo-language.ts';
import type { Shows, State, Step, Target } from '#src/shared/states.ts';
import type { Clock } from './clock.ts';
import type { SimulatedDevice } from './device.ts';
import type { SimulatedNetwork } from './network.ts';

export interface SimulatedPage {
  readonly window: Window;
  readonly user: UserEvent;
  readonly clock: Clock;
  readonly device: SimulatedDevice;
  readonly network: SimulatedNetwork;
  readonly until: Until;
  /** Whether the page has navigated away. */
  hasLeft(): boolean;
  /** Visible and reachable elements with this role inside an element. */
  queryByRole(place: HTMLElement, role: string, options: RoleOptions): readonly HTMLElement[];
}

/** Polls until the result is truthy. @throws Error with `what` after a timeout. */
export type Until = <T>(what: string, look: () => T | undefined | false) => Promise<T>;

export interface RoleOptions {
  readonly name?: (given: string) => boolean;
  readonly expanded?: boolean;
}

export interface Steps {
  /** @throws Error after a timeout, with what it has waited for. */
  reach(state: State): Promise<void>;
  /** @throws Error after a timeout, with what it has waited for. */
  take(step: Step): Promise<void>;
  /** A field in the topmost dialog, or in the page without one. @throws Error after a timeout. */
  field(target: string | Target): Promise<HTMLElement>;
  /** Whether a text, or an element with this role and name, is visible. */
  isSeen(target: string | Target): boolean;
}

const LOOK_EVERY_MS = 40;
const LONGEST_WAIT_MS = 10_000;

/** More polls than any step needs while nothing happens. */
const IDLE_LOOKS = 5;

/**
 * @param now - Milliseconds of the clock that `wait` uses.
 * @param next - Time of the next known event, by the same clock; undefined if there is none. Omit it if events can happen
 *   that the clock does not know.
 */
export function createUntil(
  wait: (ms: number) => Promise<void>,
  now: () => number,
  next?: () => number | undefined,
): Until {
  return async (what, look) => {
    const end = now() + LONGEST_WAIT_MS;
    for (let idle = 0; ; ) {
      const found = look();
      if (found !== undefined && found !== false) return found;
      if (now() > end) throw new Error(`Waited in vain for ${what}`);
      const at = next === undefined ? now() : (next() ?? end);
      const looks = Math.ceil((Math.min(at, end) - now()) / LOOK_EVERY_MS);
      // Nothing changes before the next event: skip the polls until then.
      const isIdle = looks > 1 && idle >= IDLE_LOOKS;
      idle = looks > 1 ? idle + 1 : 0;
      await wait(isIdle ? looks * LOOK_EVERY_MS : LOOK_EVERY_MS);
      if (isIdle) idle = 0;
    }
  };
}

/** Roles that a tap looks for if only a name is given. */
const TAPPED_ROLES = ['button', 'link', 'radio', 'checkbox', 'switch', 'tab', 'option', 'menuitem'];
const FIELD_ROLES = ['textbox', 'searchbox', 'spinbutton', 'combobox'];

/** Finds elements by role and name, and acts like a borrower. */
export function createSteps(stand: SimulatedPage): Steps {
  const { window, user, clock, device, network, until, queryByRole } = stand;
  const { document } = window;
  const { find, isSeen } = createFinder(document, queryByRole);
  const { settled, see } = createWaits(document, network, until);

  function field(target: string | Target): Promise<HTMLElement> {
    return until(`the field ${write(target)}`, () => find(target, FIELD_ROLES)[0]);
  }

  async function take(step: Step): Promise<void> {
    if ('tap' in step) {
      const [first, ...others] = await until(`${write(step.tap)} to tap`, () => {
        const found = find(step.tap, TAPPED_ROLES);
        return found.length > 0 && found;
      });
      for (const element of step.all === true ? [first, ...others] : [first]) {
        if (element !== undefined) await user.click(element);
      }
    } else if ('type' in step) {
      await user.type(await field(step.in), step.type.replace(/[{[]/g, '$&$&'));
    } else if ('clear' in step) {
      await user.clear(await field(step.clear));
    } else if ('press' in step) {
      for (let press = 0; press < (step.times ?? 1); press += 1) {
        await (step.press === 'Tab' ? user.tab() : user.keyboard(`{${step.press}}`));
      }
    } else if ('see' in step) {
      await until(write(step.see), () => isSeen(step.see));
    } else if ('pass' in step) {
      clock.pass(step.pass * 1000);
    } else if ('device' in step) {
      device.change(step.device);
    } else if ('network' in step) {
      network.change(step.network);
    } else if ('back' in step) {
      window.capizBack?.();
    } else {
      window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    }
  }

  return {
    async reach({ shows = 'content', network: first, leaves, begin = [], steps = [] }) {
      if (begin.length > 0 || (steps.length > 0 && first !== 'hold')) await settled();
      else await until('a screen', () => document.querySelector('main') !== null);
      for (const step of [...begin, ...steps]) await take(step);
      if (leaves === true) {
        await until(
          'another page, because of "leaves": true. If only a later step leaves, write { "expect": { "leaves": "…" } } after it instead',
          () => stand.hasLeft(),
        );
        return;
      }
      await see(shows);
      await document.fonts.ready;
    },
    take,
    field,
    isSeen,
  };
}

function createFinder(document: Document, queryByRole: SimulatedPage['queryByRole']) {
  /** The topmost dialog, because elements behind it cannot be reached; the body without one. */
  function foremost(): HTMLElement {
    return [...document.querySelectorAll<HTMLElement>('dialog[open]')].at(-1) ?? document.body;
  }

  function find(target: string | Target, roles: readonly string[], place = foremost()): HTMLElement[] {
    const { role, name, contains, expanded, busy, within }: Target =
      typeof target === 'string' ? { name: target } : target;
    const inside = within === undefined ? place : queryByRole(place, within, {})[0];
    if (inside === undefined) return [];
    return (role === undefined ? roles : [role]).flatMap((one) =>
      queryByRole(inside, one, {
        ...(name !== undefined && { name: (given: string) => readPseudo(given) === name }),
        ...(contains !== undefined && {
          name: (given: string) => readPseudo(given).toLowerCase().includes(contains.toLowerCase()),
        }),
        ...(expanded !== undefined && { expanded }),
      }).filter((element) => busy === undefined || element.getAttribute('aria-busy') === 'true'),
    );
  }

  /** Without a role, `contains` also means the words on the page: most of them have no role of their own. */
  function isSeen(target: string | Target): boolean {
    const words = readPseudo(document.body.innerText.replace(/\s+/g, ' '));
    if (typeof target === 'string') return words.includes(target);
    const { contains } = target;
    const isText = contains !== undefined && Object.keys(target).length === 1;
    if (isText && words.toLowerCase().includes(contains.toLowerCase())) return true;
    return find(target, TAPPED_ROLES, document.body).length > 0;
  }

  return { find, isSeen };
}

function createWaits(document: Document, network: SimulatedNetwork, until: Until) {
  /** Whether an error message is shown; its container exists before and is empty. */
  function isToldOf(): boolean {
    return [...document.querySelectorAll<HTMLElement>('[role="alert"], .cz-notice, .cz-problem')].some(
      (element) => element.innerText.trim() !== '',
    );
  }

  /** Waits for two quiet polls in a row, because data is rendered a moment after it is read. */
  async function settled(): Promise<void> {
    let count = 0;
    await until('the screen to settle', () => {
      const isStill =
        network.pending() === 0 &&
        document.querySelector('main') !== null &&
        document.querySelector('.cz-skeleton, main[aria-busy="true"]') === null;
      count = isStill ? count + 1 : 0;
      return count > 2;
    });
  }

  /** Waits until the screen shows what the state declares. */
  async function see(shows: Shows): Promise<void> {
    switch (shows) {
      case 'skeleton':
        await until(
          'a skeleton: while the data loads, nothing is drawn. Show a node without a condition on the data, or list this state under "omit"',
          () => document.querySelector('.cz-skeleton') !== null,
        );
        return;
      case 'submitting':
        await until('something busy', () => document.querySelector('button[aria-busy="true"]') !== null);
        return;
      case 'offline':
        await settled();
        await until('word of being offline', () =>
          /offline|internet/i.test(readPseudo(document.body.innerText)),
        );
        return;
      case 'error':
        await settled();
        await until('an error', () => document.querySelector('[aria-invalid="true"]') !== null || isToldOf());
        return;
      case 'content':
      case 'empty':
      case 'success':
        await settled();
    }
  }

  return { settled, see };
}

function write(target: string | Target): string {
  return typeof target === 'string' ? `“${target}”` : JSON.stringify(target);
}
