/**
 * Keeps the process running when the reader of its output is gone, for example `head` or a log collector that
 * restarts. Later output is lost.
 */
export function outlivePipes(...streams: readonly NodeJS.WritableStream[]): void {
  for (const stream of streams) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  }
}
