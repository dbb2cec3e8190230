import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { decide } from '#src/review/roles.ts';
import type { Home } from '#src/shared/registry/home.ts';
import type { Account, Api } from '../api.ts';
import { KEYS } from '../queries/keys.ts';
import { NEW_DRAFT_ADDRESS, Unopened } from '../routes/gone.tsx';
import { Colleagues } from './colleagues.tsx';
import { Continue } from './continue.tsx';
import { type HomeApi, sizeOf } from './home-api.ts';
import { Live } from './live.tsx';
import { PicturesContext } from '../pictures/picture.tsx';
import { ChangesContext, usePictures } from './use-pictures.ts';
import { Screens } from './screens.tsx';
import type { UnsavedEdits } from '../model/unsaved-edits.ts';
import { TourOffer } from '../tour/tour-offer.tsx';
import { Unsaved } from './unsaved.tsx';
import { Waits } from './waits.tsx';
import '../studio.css';
import '../reach.css';
import './home.css';

export interface HomePageProps {
  readonly home: HomeApi;
  readonly api: Pick<Api, 'readFiles' | 'readDraft'>;
  readonly account: Account;
  /** Name of this installation; may be empty. */
  readonly environment: string;
  readonly unsaved: UnsavedEdits;
}

/** The page polls because colleagues save, ask for approvals and publish. */
const EVERY_MS = 30_000;

/** The first page of the studio: own drafts, what waits, what is live, colleagues, and all screens. */
export function HomePage(props: HomePageProps) {
  const { data, error } = useQuery({
    queryKey: KEYS.home,
    queryFn: props.home.read,
    refetchInterval: ({ state }) => state.data !== undefined && EVERY_MS,
  });
  if (data !== undefined) return <HomeOf {...props} value={data} />;
  return error === null ? null : <Unopened title="Home could not be opened" why={error.message} />;
}

interface HomeOfProps extends HomePageProps {
  readonly value: Home;
}

function HomeOf({ home, api, account, environment, unsaved, value }: HomeOfProps) {
  const client = useQueryClient();
  const { drafts, waiting, live, schedules, rollout } = value;
  const pictures = usePictures(api, live?.release);
  const mayEdit = decide(account.role, 'edit') !== 'no';
  const mine = mayEdit
    ? drafts
        .filter(({ mineAt }) => mineAt !== undefined)
        .sort((one, other) => (other.mineAt ?? 0) - (one.mineAt ?? 0))
    : [];
  const screens = live?.screens ?? [];
  const title = useRef<HTMLHeadingElement>(null);
  const after = async (done: Promise<void>): Promise<void> => {
    await done;
    await client.invalidateQueries({ queryKey: KEYS.home });
  };
  return (
    <PicturesContext value={pictures}>
      <ChangesContext value={pictures?.describe}>
        <div className="st-studio ho-home">
          <HomeBar
            {...{ account, environment, mayEdit }}
            product={live?.product ?? ''}
            waits={sizeOf(waiting)}
          />
          <main className="ho-main">
            <h1 ref={title} className="ho-title" tabIndex={-1}>
              Home
            </h1>
            {mayEdit ? <TourOffer onAnswered={() => title.current?.focus()} /> : null}
            <div className="ho-columns">
              {mayEdit ? (
                <Continue
                  screens={screens}
                  drafts={mine}
                  onRename={(draft, title) => after(home.rename(draft, title))}
                  onDiscard={(draft) => after(home.discard(draft))}
                >
                  <Unsaved {...{ unsaved, api }} />
                </Continue>
              ) : null}
              <Waits {...{ waiting, drafts, screens }} role={account.role} />
              <Live {...{ live, schedules, rollout }} role={account.role} />
            </div>
            <Colleagues drafts={drafts.filter((draft) => !mine.includes(draft))} {...{ screens, mayEdit }} />
            <Screens {...{ screens, mayEdit }} draft={mine[0]?.id} />
          </main>
        </div>
      </ChangesContext>
    </PicturesContext>
  );
}

interface BarProps {
  readonly account: Account;
  readonly environment: string;
  readonly product: string;
  readonly mayEdit: boolean;
  readonly waits: number;
}

function HomeBar({ account: { name, role }, environment, product, mayEdit, waits }: BarProps) {
  const place = environment === '' ? window.location.host : environment;
  return (
    <header className="ho-bar">
      <strong>
        {product === '' ? 'Studio' : product} <span className="st-soft">· {place}</span>
      </strong>
      {waits === 0 ? null : (
        <a className="st-tab st-alert" href="#waits">
          {waits === 1 ? '1 waits for you' : `${waits} wait for you`}
        </a>
      )}
      <span className="st-soft ho-account">{name === role ? name : `${name}, ${role}`}</span>
      <a href="/capiz/staff">{role === 'admin' ? 'Colleagues' : 'Account'}</a>
      {mayEdit ? (
        <a className="st-tab ho-new" href={NEW_DRAFT_ADDRESS}>
          + New draft
        </a>
      ) : null}
    </header>
  );
}
