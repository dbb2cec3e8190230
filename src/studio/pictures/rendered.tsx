import { useEffect, useRef, useState } from 'react';
import { Frame } from '../review/frame.tsx';
import type { Scene } from '../stage/scene.ts';
import type { Pictured, PictureSource } from './picture-source.ts';

const WIDTH = 390;
const HEIGHT = 640;

/** The screen in a frame, which waits for its turn. */
export function Rendered({
  pictures,
  screen,
  draft,
  version,
}: Pictured & { readonly pictures: PictureSource }) {
  const [made, setMade] = useState<{ readonly scene: Scene; readonly nth: number }>();
  const end = useRef<() => void>(undefined);
  useEffect(() => {
    let isGone = false;
    const render = async (): Promise<void> => {
      const over = await pictures.takeTurn();
      try {
        const scene = isGone ? undefined : await pictures.sceneOf({ screen, draft, version });
        if (scene === undefined || isGone) return over();
        end.current = over;
        setMade((had) => ({ scene, nth: (had?.nth ?? 0) + 1 }));
      } catch {
        // The server is unreachable, or the screen has an error: the place stays empty.
        over();
      }
    };
    void render();
    return () => {
      isGone = true;
      end.current?.();
    };
  }, [pictures, screen, draft, version]);
  return made === undefined ? null : (
    <Frame
      key={made.nth}
      title={`Picture of ${screen}`}
      scene={made.scene}
      width={WIDTH}
      height={HEIGHT}
      onDrawn={() => end.current?.()}
      onScroll={() => undefined}
    />
  );
}
