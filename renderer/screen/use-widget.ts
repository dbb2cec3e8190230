import { useEffect, useState } from 'react';
import type { AnyWidget } from '../widgets/define-widget.ts';
import { fetchWidget, knowsWidget, widgetNow } from '../widgets/index.ts';

type WidgetState = AnyWidget | 'coming' | 'unknown' | 'unavailable';

/** A widget of the catalogue, fetched when this is the first node that needs it. */
export function useWidget(type: string): WidgetState {
  const [state, setState] = useState<WidgetState>(
    () => widgetNow(type) ?? (knowsWidget(type) ? 'coming' : 'unknown'),
  );
  useEffect(() => {
    if (state !== 'coming') return undefined;
    let isGone = false;
    fetchWidget(type).then(
      (widget) => {
        if (!isGone) setState(widget);
      },
      () => {
        if (!isGone) setState('unavailable');
      },
    );
    return () => {
      isGone = true;
    };
  }, [type, state]);
  return state;
}
