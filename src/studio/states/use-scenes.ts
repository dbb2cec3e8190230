import { useCallback, useMemo } from 'react';
import type { ScreenState } from '#src/simulator/states/states.ts';
import type { Fixtures } from '../load.ts';
import { sceneOf, type Version } from '../model/version.ts';
import type { Look } from '../panes/preview-look.ts';
import { shapeOf } from '../panes/phone-shape.ts';
import { type DataOverrides, withOverrides } from '../variants/overrides.ts';

interface ShownStates {
  readonly states: readonly ScreenState[];
  readonly state: ScreenState | undefined;
  /** Changes to the data of the shown state. */
  readonly overrides: DataOverrides | undefined;
}

/** Scenes of the open screen with the settings of the preview. */
export function useScenes(
  version: Version | undefined,
  fixtures: Fixtures,
  { states, state, overrides }: ShownStates,
  { language, look }: { readonly language: string; readonly look: Look },
) {
  const { theme, textScale, reader, motion, isSlow, isTurned, hasNotch, hasKeyboard, width } = look;
  const size = state?.size;
  const shape = useMemo(
    () => shapeOf({ width, isTurned, hasNotch, hasKeyboard }, size),
    [width, isTurned, hasNotch, hasKeyboard, size],
  );
  const drawn = useMemo(() => ({ language, theme, textScale, reader }), [language, theme, textScale, reader]);
  /** The scene of any state, without delays and animations. */
  const drawState = useCallback(
    (one: ScreenState) => version && sceneOf(version, fixtures, one, drawn),
    [version, fixtures, drawn],
  );
  const { safeArea } = shape;
  /** The scene of the preview. */
  const scene = useMemo(() => {
    const saved =
      version && state && sceneOf(version, fixtures, state, { ...drawn, safeArea, motion, isSlow });
    return saved && overrides ? withOverrides(saved, overrides) : saved;
  }, [version, fixtures, state, overrides, drawn, safeArea, motion, isSlow]);
  /** The scene of the first state. */
  const opened = useMemo(() => {
    const first = states.find(({ name }) => name === 'content') ?? states[0];
    return first && drawState(first);
  }, [states, drawState]);
  return { shape, drawn, drawState, scene, opened };
}
