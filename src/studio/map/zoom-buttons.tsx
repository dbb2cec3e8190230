import { LocateFixed, Maximize, Minus, Plus } from 'lucide-react';
import { TooltipButton } from '../ui/tooltip-button.tsx';

export interface ZoomButtonsProps {
  onIn(): void;
  onOut(): void;
  onFit(): void;
  onShow(): void;
}

export function ZoomButtons({ onIn, onOut, onFit, onShow }: ZoomButtonsProps) {
  return (
    <div className="st-map-zoom" role="toolbar" aria-label="Zoom">
      <TooltipButton name="Zoom in" hint="Zoom in (+)" onPress={onIn}>
        <Plus aria-hidden size={18} />
      </TooltipButton>
      <TooltipButton name="Zoom out" hint="Zoom out (−)" onPress={onOut}>
        <Minus aria-hidden size={18} />
      </TooltipButton>
      <TooltipButton name="Show all screens" hint="Show all screens (0)" onPress={onFit}>
        <Maximize aria-hidden size={18} />
      </TooltipButton>
      <TooltipButton name="Show the chosen screen" onPress={onShow}>
        <LocateFixed aria-hidden size={18} />
      </TooltipButton>
    </div>
  );
}
