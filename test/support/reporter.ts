import { DefaultReporter, type TestCase, type TestModule } from 'vitest/node';

/** Prints the tests that failed and the counts, on one screen; a terminal shows meanwhile what runs. */
export class ShortReporter extends DefaultReporter {
  override printTestModule(module: TestModule): void {
    if (module.state() === 'failed') super.printTestModule(module);
  }

  override printTestCase(moduleState: ReturnType<TestModule['state']>, test: TestCase): void {
    if (test.result().state === 'failed') super.printTestCase(moduleState, test);
  }
}
