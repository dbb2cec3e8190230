import { type ReactNode, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { type Frame, PlainFrame } from './frame/frame.tsx';
import './kit/base.css';
import { PictureContext } from './kit/picture.tsx';
import { ToastRegion } from './kit/toast.tsx';
import type { LiveScreen, ScreenSurface } from './runtime/live.ts';
import { formatMoney } from './plan/money.ts';
import { fillShown } from './plan/message.ts';
import { Banners } from './screen/banners.tsx';
import { ScreenBoundary } from './screen/boundaries.tsx';
import { ErrorCard, SafeMessage } from './screen/error-card.tsx';
import { Header } from './screen/header.tsx';
import { drawChildren } from './screen/node-view.tsx';
import { Notices } from './screen/notices.tsx';
import { OverlayView } from './screen/overlay-view.tsx';
import { ScreenContext, type ScreenParts, useScreenParts } from './screen/screen-context.ts';
import { useBarHeight } from './screen/use-bar-height.ts';
import { useArrivalFocus, useFocusKept } from './screen/use-focus.ts';
import { Gestures } from './screen/gestures.tsx';
import { useLate } from './screen/use-late.ts';
import { useObservable } from './screen/use-observable.ts';
import './screen/screen.css';

export interface ScreenProps {
  readonly live: LiveScreen;
  /** Images that ship with the screens: name → address. Default: the plan's own. */
  readonly assets?: { readonly [name: string]: string };
  /** `web`: the screen renders a header with Back and the title. `host`: the native shell does. */
  readonly chrome?: 'web' | 'host';
  /** Wraps every node. Default: no wrapper. */
  readonly frame?: Frame;
  /**
   * Whether the screen replaces another one: then its title takes the focus. Default false: a first load
   * moves no focus.
   */
  readonly isArrival?: boolean;
  /** Runs on the header's Back. Default: the screen's own handling of Back, else the browser's history. */
  readonly onBack?: () => void;
}

const NO_ASSETS = {};
/** Prefix of the addresses of images that ship with the screens. */
const ASSET = 'asset:';

/**
 * Renders a live screen.
 *
 * ```
 *  definition ─ compile ─▶ plan ─ openScreen(plan, services) ─▶ LiveScreen ─ <Screen> ─▶ phone
 *                                                                 │  ▲
 *                         surface: title, phase, notices, overlays│  │ emit, write, retry, pull,
 *                         nodes: snapshots, notified one by one   ▼  │ dismissOverlay, report, lock
 *                                       header · banners · body · bar · overlays · toasts
 * ```
 *
 * When the surface changes, only the parts around the nodes re-render. A node re-renders only when its own snapshot
 * changes. After a render error, the screen is rendered again with an error boundary at every node.
 */
export function Screen({
  live,
  assets = live.plan.assets ?? NO_ASSETS,
  chrome = 'host',
  frame = PlainFrame,
  isArrival = false,
  onBack,
}: ScreenProps) {
  const [isUnsafe, setUnsafe] = useState(false);
  const lose = useCallback(() => {
    live.lock();
    setUnsafe(true);
  }, [live]);
  const whole = useMemo(() => makeParts(live, frame, false, lose), [live, frame, lose]);
  const guarded = useMemo(() => ({ ...whole, isGuarded: true }), [whole]);
  const addressOfPicture = useCallback(
    (given: string) => {
      if (!given.startsWith(ASSET)) return live.canLoadPicture(given) ? given : undefined;
      const name = given.slice(ASSET.length);
      return Object.hasOwn(assets, name) ? assets[name] : undefined;
    },
    [assets, live],
  );
  const goBack = useCallback(() => {
    if (onBack !== undefined) onBack();
    else if (!live.handleBack() && !live.exit()) window.history.back();
  }, [live, onBack]);
  const surface = useObservable(live.surface);

  return (
    <PictureContext value={addressOfPicture}>
      <ScreenBoundary
        onLost={lose}
        rest={
          <ScreenContext value={whole}>
            <main className="cz-main">
              <SafeMessage />
            </main>
          </ScreenContext>
        }
        draw={(isGuarded) => (
          <ScreenContext value={isGuarded ? guarded : whole}>
            <Surface
              surface={surface}
              chrome={chrome}
              isUnsafe={isUnsafe}
              isArrival={isArrival}
              onBack={goBack}
            />
          </ScreenContext>
        )}
      />
    </PictureContext>
  );
}

function makeParts(live: LiveScreen, frame: Frame, isGuarded: boolean, lose: () => void): ScreenParts {
  return {
    live,
    frame,
    isGuarded,
    say: (source, given) => {
      const values = new Map(Object.entries(given ?? {}));
      return fillShown(live.locale.message(source, values), values);
    },
    money: (amountMinor) => formatMoney(amountMinor, live.locale),
    giveUp: lose,
  };
}

const LOADING_HEARD_MS = 1000;

interface SurfaceProps {
  readonly surface: ScreenSurface;
  readonly chrome: 'web' | 'host';
  readonly isUnsafe: boolean;
  readonly isArrival: boolean;
  onBack(): void;
}

const NO_TOASTS = <ToastRegion toasts={[]} />;

function Surface({ surface, chrome, isUnsafe, isArrival, onBack }: SurfaceProps) {
  const parts = useScreenParts();
  const { live, say } = parts;
  const { phase, overlays, toasts, busyText, isSlow } = surface;
  const screen = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const bar = useRef<HTMLElement>(null);
  const [isPulled, setPulled] = useState(false);
  const isHeard = useLate(phase === 'loading', LOADING_HEARD_MS);
  useScrollOf(surface);
  useArrivalFocus(surface, isArrival);
  useFocusKept(screen);

  const isError = phase === 'error' || isUnsafe;
  const isDrawn = !isError && phase !== 'leaving' && !surface.isQuiet;
  useBarHeight(bar, isDrawn && live.plan.layout !== 'page');
  const busyWords = isSlow ? say('Still working. You can wait or go back.') : busyText;
  // Memoized, so that other changes of the surface do not re-render an overlay.
  const shownToasts = useMemo(
    () => <ToastRegion toasts={toasts} busyText={busyWords} />,
    [toasts, busyWords],
  );

  return (
    <div
      ref={screen}
      className={`cz-screen cz-chrome-${chrome}${live.plan.layout === 'page' ? ' cz-page' : ''}`}
    >
      <Header
        title={surface.title}
        lang={surface.titleLang}
        hasBack={live.plan.layout !== 'page'}
        chrome={chrome}
        isRefreshing={surface.refreshing && !isPulled}
        onBack={onBack}
      />
      <main className="cz-main" aria-busy={phase === 'loading' || undefined}>
        <Banners surface={surface} />
        <p role="status" className="cz-visually-hidden">
          {isHeard ? say('Loading…') : ''}
        </p>
        <Gestures surface={surface} content={content} onPull={setPulled} />
        <div ref={content} className="cz-content">
          <Notices notices={surface.notices} />
          {isError ? <WhatWentWrong surface={surface} isUnsafe={isUnsafe} /> : null}
          {isDrawn ? <div className="cz-body cz-stack">{drawChildren(parts, live.body)}</div> : null}
        </div>
      </main>
      {isDrawn ? (
        <footer ref={bar} className="cz-bar cz-stack">
          {drawChildren(parts, live.bar)}
        </footer>
      ) : null}
      {isError
        ? null
        : overlays.map((overlay, index) => (
            <OverlayView
              key={overlay.key}
              overlay={overlay}
              toasts={index === overlays.length - 1 ? shownToasts : NO_TOASTS}
            />
          ))}
      {overlays.length === 0 || isError ? shownToasts : NO_TOASTS}
    </div>
  );
}

function WhatWentWrong({ surface, isUnsafe }: { surface: ScreenSurface; isUnsafe: boolean }): ReactNode {
  if (isUnsafe || surface.error === undefined) {
    return surface.error === undefined ? (
      <SafeMessage />
    ) : (
      <SafeMessage reference={surface.error.reference} />
    );
  }
  return <ErrorCard error={surface.error} />;
}

/**
 * Scrolls once, when the content appears: to the restored position, else to the node that the address names,
 * else to the top.
 */
function useScrollOf({ phase, scrollTop, scrollTo }: ScreenSurface): void {
  const isPlaced = useRef(false);
  useLayoutEffect(() => {
    if (isPlaced.current || phase !== 'content') return;
    isPlaced.current = true;
    // Before the paint, but after the children are rendered: Preact renders them after this effect.
    queueMicrotask(() => {
      // A node's element has its instance id as `id`.
      const place = scrollTo === undefined ? null : document.getElementById(scrollTo);
      if (scrollTop === undefined && place !== null) place.scrollIntoView();
      else window.scrollTo(0, scrollTop ?? 0);
    });
  }, [phase, scrollTop, scrollTo]);
}
