import { useEffect, useRef, useState } from 'react';
import { messageOf } from '#src/shared/message-of.ts';
import { type OpenedState, STATE_ADDRESS } from '../answers.ts';
import type { FrameApi } from './frame-api.ts';
import { useLook, useLookQuery } from './look.tsx';
import { readJson, useGallery } from './use-contents.ts';
import { FrameView } from './use-frame.tsx';
import { addEvent, Events, Workbench } from './workbench.tsx';

interface StatePageProps {
  readonly screen: string;
  /** Of the state. */
  readonly name: string;
}

const HEIGHT = 720;

/** The page of a screen: one of its states. */
export function StatePage({ screen, name }: StatePageProps) {
  const { contents, version } = useGallery();
  const { language, theme, textScale } = useLook();
  // Device and steps of a state cannot be taken back, so another state or look has a frame of its own.
  const key = [screen, name, language, theme, textScale, version].join(' ');
  const look = useLookQuery();
  const shown = contents.screens.find(({ id }) => id === screen);
  const states = shown?.states ?? [];
  const title = states.find((state) => state.name === name)?.title ?? name;
  const [events, setEvents] = useState<readonly string[]>([]);
  useEffect(() => {
    document.title = `${shown?.title ?? screen}: ${title}`;
  }, [shown?.title, screen, title]);
  return (
    <Workbench
      title={shown?.title ?? screen}
      listLabel="States"
      list={states.map((state) => ({
        address: `/screens/${screen}/${state.name}${look}`,
        title: state.title,
        isShown: state.name === name,
      }))}
      stage={
        <StateFrame
          key={key}
          screen={screen}
          name={name}
          title={title}
          onHappened={(words) => setEvents(addEvent(words))}
        />
      }
      side={<Events events={events} onClear={() => setEvents([])} />}
    />
  );
}

interface StateFrameProps extends StatePageProps {
  readonly title: string;
  readonly onHappened: (words: string) => void;
}

function StateFrame({ screen, name, title, onHappened }: StateFrameProps) {
  const { version } = useGallery();
  const { width, theme, textScale, language } = useLook();
  const [fault, setFault] = useState<string>();
  const frame = useRef<FrameApi>(undefined);
  const [round, setRound] = useState(0);
  const show = (next: FrameApi): void => {
    // The frame is ready again: a widget changed, and the state needs a new frame.
    if (frame.current !== undefined) {
      frame.current = undefined;
      setRound((before) => before + 1);
      return;
    }
    frame.current = next;
    const address = `${STATE_ADDRESS}?${new URLSearchParams({ screen, state: name })}`;
    readJson<OpenedState>(address)
      .then((opened) => next.showState(opened, { theme, textScale, language: opened.state.lang ?? language }))
      .then(setFault, (error: unknown) => setFault(messageOf(error)));
  };
  return (
    <>
      <FrameView
        key={round}
        title={title}
        width={width}
        height={HEIGHT}
        version={version}
        onReady={show}
        onHappened={onHappened}
      />
      {fault === undefined ? null : (
        <p role="alert" className="dev-faults cz-tone-danger">
          {fault}
        </p>
      )}
    </>
  );
}
