import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ComponentType, ExternalReferenceType, HashAlgorithm } from '@cyclonedx/cyclonedx-library/Enums';
import {
  Bom,
  Component,
  ExternalReference,
  LicenseExpression,
  NamedLicense,
  Property,
  SpdxLicense,
} from '@cyclonedx/cyclonedx-library/Models';
import { JSON as Json, JsonSerializer } from '@cyclonedx/cyclonedx-library/Serialize';
import { Spec1dot6 } from '@cyclonedx/cyclonedx-library/Spec';
import { isSupportedSpdxId } from '@cyclonedx/cyclonedx-library/SPDX';
import { root } from '../build.mjs';

/**
 * The list of what the package contains, in the format CycloneDX 1.6: each package that is installed or part of a
 * bundle. Its properties say where: `capiz:installed` and `capiz:bundled-into`.
 *
 * @param own - The manifest of Capiz.
 * @param locked - The packages of the lock file by path.
 * @param installed - Paths of the installed packages.
 * @param bundled - Path of each bundled package → the files that contain it.
 * @param folder - The folder of the package, which has the installed packages; the others are in this project.
 * @param commit - The commit that the package was made of; undefined if it is not known.
 * @returns the text of the file.
 */
export function writeSbom({ own, locked, installed, bundled, folder, commit, date }) {
  const paths = [...new Set([...installed, ...bundled.keys()])].sort((a, b) => (a < b ? -1 : 1));
  const components = new Map(
    paths.map((path) => [
      path,
      describePackage(path, locked[path], readManifest(installed.includes(path) ? folder : root, path)),
    ]),
  );
  const product = describe(ComponentType.Application, own);
  if (commit !== undefined) product.properties.add(new Property('capiz:commit', commit));
  const bom = new Bom();
  bom.metadata.timestamp = date;
  bom.metadata.component = product;
  for (const [path, component] of components) {
    if (installed.includes(path)) component.properties.add(new Property('capiz:installed', path));
    for (const file of bundled.get(path) ?? [])
      component.properties.add(new Property('capiz:bundled-into', file));
    product.dependencies.add(component.bomRef);
    for (const other of dependenciesOf(path, locked, components)) component.dependencies.add(other.bomRef);
    bom.components.add(component);
  }
  const serializer = new JsonSerializer(new Json.Normalize.Factory(Spec1dot6));
  return `${serializer.serialize(bom, { sortLists: true, space: 1 })}\n`;
}

function readManifest(folder, path) {
  return JSON.parse(readFileSync(join(folder, path, 'package.json'), 'utf8'));
}

function describePackage(path, { integrity }, manifest) {
  const component = describe(ComponentType.Library, manifest, path);
  // The hash of the file that npm downloads, not of the unpacked folder.
  const [algorithm, hash] = integrity.split(' ')[0].split(/-(.*)/s);
  if (algorithm !== 'sha512') throw new Error(`${path} has a hash of another kind: ${integrity}`);
  const { name, version } = manifest;
  const file = `https://registry.npmjs.org/${name}/-/${name.split('/').at(-1)}-${version}.tgz`;
  const download = new ExternalReference(file, ExternalReferenceType.Distribution);
  download.hashes.set(HashAlgorithm['SHA-512'], Buffer.from(hash, 'base64').toString('hex'));
  component.externalReferences.add(download);
  return component;
}

function describe(type, { name, version, license }, path = '') {
  const [, group, bare] = /^(?:(@[^/]+)\/)?(.*)$/.exec(name) ?? [];
  const purl = `pkg:npm/${group === undefined ? '' : `${encodeURIComponent(group)}/`}${bare}@${version}`;
  const component = new Component(type, bare, {
    version,
    purl,
    bomRef: path === '' ? purl : `${purl}#${path}`,
  });
  if (group !== undefined) component.group = group;
  component.licenses.add(licenceOf(license));
  return component;
}

function licenceOf(license = 'unknown') {
  if (isSupportedSpdxId(license)) return new SpdxLicense(license);
  return / (?:OR|AND|WITH) /.test(license) ? new LicenseExpression(license) : new NamedLicense(license);
}

/** Those dependencies of a package that are shipped, found as Node finds them. */
function dependenciesOf(path, locked, components) {
  const { dependencies, optionalDependencies, peerDependencies } = locked[path];
  const names = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });
  return names.flatMap((name) => components.get(findDependency(path, name, locked)) ?? []);
}

function findDependency(path, name, locked) {
  for (let at = path; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const found = `${at === '' ? '' : `${at}/`}node_modules/${name}`;
    if (locked[found] !== undefined || at === '') return found;
  }
}
