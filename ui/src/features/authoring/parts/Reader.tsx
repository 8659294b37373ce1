import { Suspense } from "react";
import { lazyPart } from "../../../design/lazyPart";
import { EditorSkeleton } from "../editor/EditorSkeleton";
import { PartFrame } from "./PartFrame";

const ReaderPreview = lazyPart(() => import("../preview/ReaderPreview"));

/** The scenario as its readers would see it. */
export function Reader() {
  return (
    <PartFrame
      title="See as a reader"
      lead="What others would get if you published it now. You can look around in it; nothing is sent."
    >
      <Suspense fallback={<EditorSkeleton />}>
        <ReaderPreview />
      </Suspense>
    </PartFrame>
  );
}
