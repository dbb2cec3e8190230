import type { Account, Ask } from './api.ts';
import type { Fixtures } from './load.ts';
import type { Access } from './model/access.ts';
import type { Autosave } from './model/autosave.ts';
import type { Workspace } from './model/workspace.ts';
import type { ReleasesApi } from './releases/releases-api.ts';
import type { News } from './together/news.ts';

export interface StudioProps {
  readonly workspace: Workspace;
  readonly autosave: Autosave;
  readonly news: News;
  readonly fixtures: Fixtures;
  readonly releases: ReleasesApi;
  readonly ask: Ask;
  readonly account: Account;
  readonly access: Access;
}
