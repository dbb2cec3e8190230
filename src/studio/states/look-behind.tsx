import type { ScreenState } from '#src/simulator/states/states.ts';
import { Frame } from '../review/frame.tsx';
import type { StatesViewProps } from './states-view.tsx';

export interface LookBehindProps extends Pick<StatesViewProps, 'sceneOf' | 'onDrawn'> {
  /** The state to look at. */
  readonly next: ScreenState;
}

const WIDTH = 390;
const HEIGHT = 760;

/** Renders a state in a frame that nobody sees, to find out what is in it. */
export function LookBehind({ next, sceneOf, onDrawn }: LookBehindProps) {
  const scene = sceneOf(next);
  if (scene === undefined) return null;
  return (
    <div className="st-behind" aria-hidden="true">
      <Frame
        key={next.name}
        {...{ scene }}
        title={next.title}
        width={next.size?.width ?? WIDTH}
        height={next.size?.height ?? HEIGHT}
        onDrawn={(drawing, page) =>
          onDrawn(next.name, 'failed' in drawing ? null : drawing.nodes, page?.capizStage?.facts())
        }
        onScroll={() => undefined}
      />
    </div>
  );
}
