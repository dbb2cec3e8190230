import { type KeyboardEvent, type TouchEvent, useCallback, useMemo, useRef, useState } from 'react';
import { type Panel, type PanelHost, Panels, tabIdOf } from '../../kit/panels.tsx';
import { Words } from '../../kit/words.tsx';
import { defineWidget, type WidgetProps } from '../define-widget.ts';
import type { TabsProps } from '../props.generated.ts';
import './tabs.css';

export const tabs = defineWidget<TabsProps>({ type: 'tabs', Widget: Tabs });

/** Minimum length of a swipe as a share of the width; it must also be at least twice the vertical movement. */
const SWIPE_SHARE = 0.3;
/** More tabs than this scroll instead of sharing the width. */
const MAX_SHARED = 5;

function Tabs({ props, id, slot, field }: WidgetProps<TabsProps>) {
  const [panels, setPanels] = useState<readonly Panel[]>([]);
  const [chosen, setChosen] = useState(0);
  const index = Math.min(typeof field?.value === 'number' ? field.value : chosen, panels.length - 1);
  const shown = panels[Math.max(index, 0)]?.id;
  const list = useRef<HTMLDivElement>(null);

  const add = useCallback((panel: Panel) => {
    setPanels((old) => [...old, panel].sort(byPlace));
    return () => setPanels((old) => old.filter((one) => one !== panel));
  }, []);
  const host = useMemo<PanelHost>(() => ({ shown, add }), [shown, add]);

  function choose(next: number): void {
    const place = Math.min(Math.max(next, 0), panels.length - 1);
    setChosen(place);
    field?.set(place);
  }

  function onKeyDown(event: KeyboardEvent): void {
    const next = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: panels.length - 1 }[event.key];
    if (next === undefined || panels[next] === undefined) return;
    event.preventDefault();
    choose(next);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus();
  }

  const start = useRef<{ readonly x: number; readonly y: number }>(undefined);
  function onTouchStart({ touches }: TouchEvent): void {
    const finger = touches[0];
    start.current = touches.length === 1 && finger ? { x: finger.clientX, y: finger.clientY } : undefined;
  }
  function onTouchEnd({ changedTouches, currentTarget }: TouchEvent): void {
    const finger = changedTouches[0];
    const from = start.current;
    start.current = undefined;
    if (!finger || !from) return;
    const across = finger.clientX - from.x;
    if (Math.abs(across) < SWIPE_SHARE * currentTarget.clientWidth) return;
    if (Math.abs(across) < 2 * Math.abs(finger.clientY - from.y)) return;
    choose(index + (across < 0 ? 1 : -1));
  }

  return (
    <div id={id} className="cz-tabs">
      <p id={`${id}-label`} className="cz-visually-hidden">
        <Words of={props.label} lang={props.spoken?.label} />
      </p>
      <div
        ref={list}
        role="tablist"
        aria-labelledby={`${id}-label`}
        className={panels.length > MAX_SHARED ? 'cz-tab-list cz-tab-list-long' : 'cz-tab-list'}
        onKeyDown={onKeyDown}
      >
        {panels.map((panel, place) => (
          <button
            key={panel.id}
            id={tabIdOf(panel.id)}
            type="button"
            role="tab"
            className="cz-tab"
            aria-hidden={typeof panel.title === 'symbol' || undefined}
            disabled={typeof panel.title === 'symbol'}
            aria-selected={panel.id === shown}
            aria-controls={panel.id}
            tabIndex={panel.id === shown ? 0 : -1}
            onClick={() => choose(place)}
          >
            <Words of={panel.title} size="short" lang={panel.lang} />
          </button>
        ))}
      </div>
      <div className="cz-tab-panels" onTouchStart={onTouchStart} onTouchEnd={onTouchEnd}>
        <Panels host={host}>{slot('body')}</Panels>
      </div>
    </div>
  );
}

function byPlace(a: Panel, b: Panel): number {
  return a.element.compareDocumentPosition(b.element) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
}
