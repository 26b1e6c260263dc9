import { expect, test } from 'vitest';
import { toYaml } from '../../src/output/yaml-text.ts';

test.each(['=', '<<'])('%s is quoted: YAML 1.1 gives it a meaning of its own', (text) => {
  expect(toYaml({ sku: text })).toBe(`sku: "${text}"\n`);
});
