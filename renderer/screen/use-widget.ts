import { useCallback, useEffect, useState } from 'react';
import type { AnyWidget } from '../widgets/define-widget.ts';
import { fetchWidget, knowsWidget, widgetNow } from '../widgets/index.ts';

type WidgetState = AnyWidget | 'coming' | 'unknown' | 'unavailable';

/** A widget of the catalogue, fetched when this is the first node that needs it, and what fetches it again. */
export function useWidget(type: string): readonly [WidgetState, () => void] {
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
  return [state, useCallback(() => setState('coming'), [])];
}
