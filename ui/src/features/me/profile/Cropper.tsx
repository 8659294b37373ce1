import { type CanvasHTMLAttributes, type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { Button } from "../../../design/Button";
import { Dialog } from "../../../design/Dialog";
import forms from "../../../design/forms/Form.module.css";
import slider from "../../../design/forms/Slider.module.css";
import { useAction } from "../../../design/forms/useAction";
import s from "./Cropper.module.css";
import { CENTRED, cut, dragged, type Framing, inside, MAX_ZOOM } from "./frame";

interface CropperProps {
  file: File;
  onClose: () => void;
  /** The browser cannot read the picture. */
  onUnreadable: () => void;
  onDone: (picture: Blob) => void;
}

/** Edge of the frame on screen and of the portrait that is sent, in pixels. */
const FRAME = 288;
const PORTRAIT = 768;
const QUALITY = 0.9;
const KEY_STEP = 12;
const ZOOM_STEP = 0.1;

const ARROWS: Readonly<Record<string, { x: number; y: number }>> = {
  ArrowLeft: { x: KEY_STEP, y: 0 },
  ArrowRight: { x: -KEY_STEP, y: 0 },
  ArrowUp: { x: 0, y: KEY_STEP },
  ArrowDown: { x: 0, y: -KEY_STEP },
};

function paint(canvas: HTMLCanvasElement, picture: ImageBitmap, framing: Framing): void {
  const pen = canvas.getContext("2d");
  if (pen === null) return;
  const { left, top, edge } = cut(picture, framing);
  pen.imageSmoothingQuality = "high";
  pen.clearRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(picture, left, top, edge, edge, 0, 0, canvas.width, canvas.height);
}

function portraitOf(picture: ImageBitmap, framing: Framing): Promise<Blob | null> {
  const canvas = document.createElement("canvas");
  canvas.width = PORTRAIT;
  canvas.height = PORTRAIT;
  paint(canvas, picture, framing);
  // A browser that cannot write WebP writes PNG instead.
  return new Promise((resolve) => canvas.toBlob(resolve, "image/webp", QUALITY));
}

/** The picture of a file, once the browser has read it. */
function usePicture(file: File, onUnreadable: () => void): ImageBitmap | null {
  const [picture, setPicture] = useState<ImageBitmap | null>(null);
  const unreadable = useRef(onUnreadable);
  useEffect(() => {
    let gone = false;
    createImageBitmap(file).then(
      (bitmap) => {
        if (gone) bitmap.close();
        else setPicture(bitmap);
      },
      () => {
        if (!gone) unreadable.current();
      },
    );
    return () => {
      gone = true;
    };
  }, [file]);
  return picture;
}

type CanvasHandlers = Pick<
  CanvasHTMLAttributes<HTMLCanvasElement>,
  "onPointerDown" | "onPointerMove" | "onPointerUp" | "onPointerCancel" | "onWheel"
>;

interface FramingControls {
  framing: Framing;
  zoomTo: (zoom: number) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  /** For the canvas: dragging and the wheel. */
  handlers: CanvasHandlers;
}

/** Where the frame is on the picture, and how pointers and keys move it. */
function useFraming(picture: ImageBitmap | null): FramingControls {
  const [framing, setFraming] = useState<Framing>(CENTRED);
  const grip = useRef<{ pointer: number; x: number; y: number; from: Framing } | null>(null);
  const letGo = () => {
    grip.current = null;
  };
  const zoomTo = (zoom: number) => {
    if (picture !== null) setFraming((now) => inside(picture, { ...now, zoom }));
  };
  return {
    framing,
    zoomTo,
    onKeyDown: (event) => {
      const step = ARROWS[event.key];
      if (step === undefined || picture === null) return;
      event.preventDefault();
      setFraming((now) => dragged(picture, now, step, FRAME));
    },
    handlers: {
      onPointerDown: (event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        grip.current = { pointer: event.pointerId, x: event.clientX, y: event.clientY, from: framing };
      },
      onPointerMove: (event) => {
        const held = grip.current;
        if (held === null || held.pointer !== event.pointerId || picture === null) return;
        const by = { x: event.clientX - held.x, y: event.clientY - held.y };
        setFraming(dragged(picture, held.from, by, event.currentTarget.clientWidth));
      },
      onPointerUp: letGo,
      onPointerCancel: letGo,
      onWheel: (event) => zoomTo(framing.zoom - Math.sign(event.deltaY) * ZOOM_STEP),
    },
  };
}

/** Sets the round frame of a portrait: drag or use the arrow keys, zoom with the slider or the wheel. */
export default function Cropper({ file, onClose, onUnreadable, onDone }: CropperProps) {
  const id = useId();
  const canvas = useRef<HTMLCanvasElement>(null);
  const picture = usePicture(file, onUnreadable);
  const { framing, zoomTo, onKeyDown, handlers } = useFraming(picture);

  useEffect(() => {
    if (canvas.current !== null && picture !== null) paint(canvas.current, picture, framing);
  }, [picture, framing]);

  const finish = useAction(async () => {
    if (picture === null) return;
    const blob = await portraitOf(picture, framing);
    if (blob === null) onUnreadable();
    else onDone(blob);
  });

  return (
    <Dialog
      id="crop"
      title="Crop your picture"
      open
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            tone="accent"
            busy={finish.busy}
            disabled={picture === null}
            onClick={() => void finish.run()}
          >
            Use this picture
          </Button>
        </>
      }
    >
      <div className={s.crop}>
        <button
          type="button"
          className={s.frame}
          aria-describedby={`${id}-help`}
          aria-label="Crop area"
          onKeyDown={onKeyDown}
        >
          <canvas ref={canvas} width={FRAME * 2} height={FRAME * 2} className={s.canvas} {...handlers} />
        </button>
        <p className={forms.hint} id={`${id}-help`}>
          Drag the picture, or move it with the arrow keys.
        </p>
        <label className={s.zoom}>
          <span className={forms.label}>Zoom</span>
          <input
            type="range"
            className={slider.slider}
            min={1}
            max={MAX_ZOOM}
            step={0.05}
            value={framing.zoom}
            onChange={(event) => zoomTo(Number(event.target.value))}
          />
        </label>
      </div>
    </Dialog>
  );
}
