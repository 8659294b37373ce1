import type { FullResult, Reporter, Suite } from "@playwright/test/reporter";

/** Ends the run with one plain line of counts, after the names of those that passed only when they were tried again. */
export default class SummaryReporter implements Reporter {
  #suite: Suite | undefined;

  onBegin(_config: unknown, suite: Suite): void {
    this.#suite = suite;
  }

  onEnd(result: FullResult): void {
    const counts = { passed: 0, failed: 0, skipped: 0 };
    for (const test of this.#suite?.allTests() ?? []) {
      const outcome = test.outcome();
      if (outcome === "skipped") counts.skipped += 1;
      else if (outcome === "unexpected") counts.failed += 1;
      else counts.passed += 1;
      if (outcome === "flaky")
        process.stdout.write(`\nFLAKY: ${test.titlePath().filter(Boolean).join(" › ")}\n`);
    }
    const seconds = (result.duration / 1_000).toFixed(0);
    process.stdout.write(
      `\nbrowser journeys: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped in ${seconds} s\n`,
    );
  }

  printsToStdio(): boolean {
    return false;
  }
}
