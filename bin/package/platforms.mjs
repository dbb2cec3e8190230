/** The platforms that a package can be made for. The native code of libsql and argon2 is different for each. */
export const PLATFORMS = {
  'linux-x64': { cpu: 'x64', libc: 'glibc' },
  'linux-arm64': { cpu: 'arm64', libc: 'glibc' },
  'linux-x64-musl': { cpu: 'x64', libc: 'musl' },
  'linux-arm64-musl': { cpu: 'arm64', libc: 'musl' },
};

/** How packages of native code end that are for the other C library; npm installs some of them all the same. */
const OTHER_LIBC = { glibc: /-musl$/, musl: /-gnu$/ };

export function isForOtherLibc(path, { libc }) {
  return OTHER_LIBC[libc].test(path);
}

/** The platform of this machine; undefined if no package can be made for it. */
export function ownPlatform() {
  const isGlibc = process.report.getReport().header.glibcVersionRuntime !== undefined;
  const name = `${process.platform}-${process.arch}${isGlibc ? '' : '-musl'}`;
  return PLATFORMS[name] === undefined ? undefined : name;
}
