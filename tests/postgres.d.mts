/** A PostgreSQL of its own, on a free port of 127.0.0.1, in a temporary folder. */
export interface RunningPostgres {
  /** The address without the name of a database: `postgres://capiz@127.0.0.1:54321`. */
  readonly address: string;
  readonly folder: string;
  /** Kills all processes of the server at once, as in a power failure. */
  kill(): void;
  /** Pauses the server until `resume`: connections stay open without answers. */
  pause(): void;
  resume(): void;
  /** Starts the server again with the data on disk. */
  start(): void;
  stop(): void;
}

/** Folder of PostgreSQL's programs. */
export function findPostgres(): string;

/** @param trace - Name of a file in the folder of the server, to which strace writes its system calls. */
export function startPostgres(settings?: readonly string[], trace?: string): RunningPostgres;
